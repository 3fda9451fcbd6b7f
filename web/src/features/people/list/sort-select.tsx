import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import { styled } from '@mui/material/styles';
import { NativeSelect } from '../../../components/native-select.tsx';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import type { PeopleSort } from './people-address.ts';
import { sortChoices, sortNames } from './sort-choices.ts';

interface SortSelectProps {
  readonly sort: PeopleSort;
  readonly onChange: (sort: PeopleSort) => void;
}

/**
 * All orders by name: for narrow screens, which show no header, and for followers, which have no column. Phones have no room
 * for the whole name in the bar, so they show a short one, over which the select is placed unseen.
 */
export function SortSelect({ sort, onChange }: SortSelectProps) {
  return (
    <Labelled>
      <span>Sort by</span>
      <Short aria-hidden>
        {sort.order === 'asc' ? <ArrowUpwardRounded /> : <ArrowDownwardRounded />}
        <span>{sortNames[sort.field]}</span>
      </Short>
      <NativeSelect
        value={`${sort.field} ${sort.order}`}
        onChange={(event) => {
          const choice = sortChoices.find(({ value }) => value === event.target.value);
          if (choice !== undefined) onChange({ field: choice.field, order: choice.order });
        }}
        sx={{ minHeight: '2rem' }}
      >
        {sortChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  );
}

const Labelled = styled('label')(({ theme: { vars, breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  color: vars.palette.text.secondary,
  fontSize: '0.875rem',
  [breakpoints.down('sm')]: {
    position: 'relative',
    // The orders say what they are.
    '& > span:first-of-type': visuallyHidden,
    '& > select': { position: 'absolute', inset: 0, width: '100%', opacity: 0 },
  },
}));

const Short = styled('div')(({ theme: { vars, breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0.125rem',
  minWidth: 0,
  minHeight: '2rem',
  paddingInline: '0.25rem',
  border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
  borderRadius: vars.shape.borderRadius,
  color: vars.palette.text.primary,
  '& > svg': { flex: 'none', fontSize: '1rem' },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  ':has(> select:focus-visible) > &': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  [breakpoints.up('sm')]: { display: 'none' },
}));

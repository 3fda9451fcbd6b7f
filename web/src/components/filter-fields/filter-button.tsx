/** A filter as a chip: its label, what is chosen, and a button of its own that clears it. */
import CloseRounded from '@mui/icons-material/CloseRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import SearchRounded from '@mui/icons-material/SearchRounded';
import { styled } from '@mui/material/styles';
import { memo, useCallback } from 'react';
import { useSteady } from '../use-steady.ts';
import type { LineFilter } from './line-filter.ts';

interface FilterButtonProps {
  readonly filter: LineFilter;
  /** Gets the element of the chip by the key of its filter; null: the chip is gone. A stable reference. */
  readonly onAnchor: (key: string, element: HTMLButtonElement | null) => void;
  readonly isSearch: boolean;
  readonly isOpen: boolean;
  /** It does not fit into the line. */
  readonly isHidden: boolean;
  /** A stable reference. */
  readonly onOpen: (key: string) => void;
}

export function FilterButton({ filter, ...props }: FilterButtonProps) {
  const { key, label, value, text, problem = null } = filter;
  return (
    <FilterChip
      {...props}
      id={key}
      label={label}
      value={value}
      text={text}
      problem={problem}
      onClear={useSteady(filter.onClear)}
    />
  );
}

interface FilterChipProps extends Omit<FilterButtonProps, 'filter'>, Pick<LineFilter, 'label' | 'value' | 'text' | 'onClear'> {
  /** The id of the filter. */
  readonly id: string;
  readonly problem: string | null;
}

/**
 * The chip is memoized: how many chips fit is found while they are laid out, and then the others stay as they are, as they
 * do while a letter is typed into the field of one.
 */
const FilterChip = memo(function FilterChip(props: FilterChipProps) {
  const { id: key, label, value, text, problem, onClear, onAnchor, isSearch, isOpen, isHidden, onOpen } = props;
  const anchor = useCallback((element: HTMLButtonElement | null) => onAnchor(key, element), [key, onAnchor]);
  return (
    <Chip
      data-used={value === null ? undefined : ''}
      data-wrong={problem === null ? undefined : ''}
      data-open={isOpen ? '' : undefined}
      data-hidden={isHidden ? '' : undefined}
    >
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-description={problem ?? undefined}
        title={problem ?? undefined}
        onClick={() => onOpen(key)}
        data-screen-search={isSearch ? '' : undefined}
      >
        {isSearch && <SearchRounded aria-hidden />}
        {problem !== null && <InfoOutlined aria-hidden className="problem" />}
        {value === null ? <span>{label}</span> : <UsedText text={text ?? `${label}: ${value}`} />}
      </button>
      {value !== null && (
        <button type="button" className="clear" aria-label={`Clear ${label}`} onClick={onClear}>
          <CloseRounded aria-hidden />
        </button>
      )}
    </Chip>
  );
});

/** How many more there are stays in sight. */
function UsedText({ text }: { readonly text: string }) {
  const more = / \+\d+$/.exec(text)?.[0] ?? '';
  return (
    <>
      <span>{text.slice(0, text.length - more.length)}</span>
      {more !== '' && <span className="more">{more}</span>}
    </>
  );
}

const Chip = styled('span')(({ theme }) => {
  const { palette, shape } = theme.vars;
  const mixed = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, ${palette.background.paper})`;
  return {
    display: 'flex',
    height: '2rem',
    // A chip that is wider than the line keeps its own ×.
    maxWidth: '100%',
    boxSizing: 'border-box',
    border: `1px solid ${mixed(palette.text.primary, 22)}`,
    borderRadius: shape.borderRadius,
    background: palette.background.paper,
    color: palette.text.primary,
    '&[data-hidden]': { visibility: 'hidden' },
    '&:hover, &[data-open]': { borderColor: mixed(palette.text.primary, 48) },
    '&[data-used]': { borderColor: mixed(palette.primary.main, 50), background: mixed(palette.primary.main, 9) },
    '&[data-wrong]': { borderColor: palette.error.main, background: mixed(palette.error.main, 9) },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      minWidth: 0,
      gap: '0.375rem',
      padding: '0 0.625rem',
      border: 0,
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      fontWeight: 500,
      cursor: 'pointer',
      borderRadius: shape.borderRadius,
      '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 0 },
    },
    '& span': { maxWidth: 'min(22rem, 55vw)', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .more': { flex: 'none', marginInlineStart: '-0.375rem', whiteSpace: 'pre' },
    '& svg': { flex: 'none', fontSize: '1.125rem', color: palette.text.secondary },
    '& .problem': { color: palette.error.main },
    '& .clear': { flex: 'none', width: '1.75rem', padding: 0, justifyContent: 'center' },
    '& .clear:hover svg': { color: palette.text.primary },
    '& button:not(:last-child)': { paddingInlineEnd: '0.25rem' },
  };
});

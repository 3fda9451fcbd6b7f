/** A table's filters, as its definition lists them. On narrow screens they are behind a button. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import TuneRounded from '@mui/icons-material/TuneRounded';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { countActive } from './change-filters.ts';
import { FilterField } from './filter-field.tsx';
import { useFilterDraft } from './use-filter-draft.ts';
import { useMetValues } from './use-met-values.ts';

interface FilterBarProps {
  readonly table: TableName;
  /** In force. */
  readonly applied: TableFilters;
  readonly onApply: (filters: TableFilters) => void;
}

export function FilterBar({ table, applied, onApply }: FilterBarProps) {
  const definition = tableByName(table);
  const { filters, set, clear } = useFilterDraft(definition, applied, onApply);
  const met = useMetValues(table);
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const count = countActive(definition, filters);
  const field = (filter: FilterDefinition) => (
    <FilterField key={filter.key} table={table} filter={filter} filters={filters} met={met} set={set} />
  );
  return (
    <FilterSection aria-label="Filters">
      <div className="state">
        <Button
          variant="outlined"
          startIcon={<TuneRounded />}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
          sx={{ display: { md: 'none' } }}
        >
          Filters
        </Button>
        <span role="status">{count === 0 ? '' : `${count} active`}</span>
        <Button size="small" onClick={clear} disabled={count === 0}>
          Clear filters
        </Button>
      </div>
      <div id={panelId} className={isOpen ? 'panel open' : 'panel'}>
        <div className="fields">{definition.filters.filter(({ kind }) => kind !== 'flag').map(field)}</div>
        <div className="flags">{definition.filters.filter(({ kind }) => kind === 'flag').map(field)}</div>
      </div>
    </FilterSection>
  );
}

/** Narrow: a button that opens the panel. Wide: the fields, and below them the boxes beside the state. */
const FilterSection = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  minWidth: 0,
  '& > .state': { display: 'flex', alignItems: 'center', gap: 12, minHeight: '2.25rem', fontSize: '0.875rem' },
  '& > .state > [role="status"]': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& > .panel': { display: 'none', gap: 12, minWidth: 0 },
  '& > .panel.open': { display: 'grid' },
  '& .fields': { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr))', gap: 12 },
  '& .flags': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 24px' },
  '& .MuiOutlinedInput-root, & .MuiPickersOutlinedInput-root': {
    fontSize: '0.875rem',
    background: theme.vars.palette.background.paper,
  },
  '& .MuiPickersInputBase-root .MuiPickersInputBase-sectionsContainer': { fontSize: 'inherit', opacity: 1 },
  // A field must be told from the surface without its label: 3:1.
  '& :not(.Mui-focused, .Mui-error) > .MuiOutlinedInput-notchedOutline, & :not(.Mui-focused, .Mui-error) > .MuiPickersOutlinedInput-notchedOutline':
    {
      borderColor: `color-mix(in srgb, ${theme.vars.palette.text.primary} 48%, ${theme.vars.palette.background.paper})`,
    },
  '& .MuiInputBase-root .MuiInputBase-input::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    '& > .panel, & > .panel.open': { display: 'contents' },
    '& .fields': { gridColumn: '1 / -1', gridRow: 1 },
    '& .flags': { gridColumn: 1, gridRow: 2 },
    '& > .state': { gridColumn: 2, gridRow: 2 },
  },
}));

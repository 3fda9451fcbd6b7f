/** The column that a header fills, with its part in it, its unit, and the reason one press away. */
import type { ImportMapping, ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { fileTable } from '@leadloom/shared/tables/file-table';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { NativeSelect } from '../../../components/native-select.tsx';
import { ColumnReason } from './column-reason.tsx';
import { canHold } from './fitting-columns.ts';
import { chosenColumn, mapHeader, type Unit } from './map-columns.ts';
import { spokenHeader } from './shown-header.ts';

type Column = ImportPreview['columns'][number];

interface ColumnChoiceProps {
  readonly column: Column;
  /** All of the file. */
  readonly columns: readonly Column[];
  readonly definition: TableDefinition;
  readonly mapping: ImportMapping;
  readonly proposedUnit: Unit | undefined;
  readonly onChange: (mapping: ImportMapping) => void;
}

/** Stands for no column: it opens the list of all. */
const ALL = ' all';
const units: readonly (readonly [unit: Unit, label: string])[] = [
  ['dollars', 'Dollars'],
  ['thousands', 'Thousands of dollars'],
  ['millions', 'Millions of dollars'],
  ['billions', 'Billions of dollars'],
];

export function ColumnChoice({ column, columns, definition, mapping, proposedUnit, onChange }: ColumnChoiceProps) {
  const [isAll, setAll] = useState(false);
  const { header, column: guess, unit: readUnit, samples } = column;
  const chosen = chosenColumn(mapping, header);
  const field = chosen === undefined ? guess : chosen.column;
  const isMoney = definition.columns.find((known) => known.field === field)?.kind === 'money';
  const titleOf = (name: string | null) => definition.columns.find((known) => known.field === name)?.headerName ?? name;
  const { columns: fillable } = fileTable(definition);
  const fitting = fillable.filter((known) => known.field === field || canHold(known.kind, samples));
  const offered = isAll ? fillable : fitting;
  // What is chosen now may not have been read yet.
  const use = field === guess ? wordsOfUse(column, columns) : null;

  function onSelect(value: string): void {
    if (value === ALL) setAll(true);
    else onChange(mapHeader(mapping, header, value === '' ? null : value, null));
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center' }}>
      <NativeSelect
        aria-label={`Column for ${spokenHeader(column)}`}
        value={field ?? ''}
        onChange={({ target }) => onSelect(target.value)}
        sx={{ width: '13rem', maxWidth: 'calc(100% - 2.5rem)', minHeight: { md: '1.75rem' } }}
      >
        <option value="">Not imported</option>
        {offered.map((known) => (
          <option key={known.field} value={known.field}>
            {known.headerName}
          </option>
        ))}
        {offered.length < fillable.length && <option value={ALL}>All columns...</option>}
      </NativeSelect>
      <ColumnReason column={column} title={titleOf(guess)} />
      {use !== null && <Quiet>· {use}</Quiet>}
      {isMoney && field !== null && (
        <NativeSelect
          aria-label={`Unit of ${header}`}
          value={chosen?.unit ?? readUnit ?? 'millions'}
          onChange={({ target }) => {
            const [unit] = units.find(([known]) => known === target.value) ?? [null];
            onChange(mapHeader(mapping, header, field, unit));
          }}
          sx={{ minHeight: { md: '1.75rem' } }}
        >
          {units.map(([unit, label]) => (
            <option key={unit} value={unit}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
      {isMoney && proposedUnit !== undefined && chosen?.unit === proposedUnit && (
        <Quiet>Proposed, because these values cannot be millions</Quiet>
      )}
    </Box>
  );
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
      {children}
    </Box>
  );
}

/** How several headers fill one column; null: this one fills it alone, or is not read. */
function wordsOfUse({ column, use }: Column, columns: readonly Column[]): string | null {
  if (column === null || use === null || use === undefined) return null;
  if (use === 'part') return 'one part of it';
  if (use === 'otherwise') return 'where the first is blank';
  return columns.some((other) => other.column === column && other.use === 'otherwise') ? 'first' : null;
}

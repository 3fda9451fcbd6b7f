/** Which column becomes which property, and who decides where values differ, with a sample of both sides. */
import { type CrmRule, crmRules, MAX_MAPPED_PROPERTIES } from '@leadloom/shared/contract/crm-fields';
import { destinationLabels, updateDestination } from '@leadloom/shared/contract/destinations';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Loaded } from '../../../components/loaded.tsx';
import { NativeSelect } from '../../../components/native-select.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { PlainTable } from '../../../components/plain-table.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useReloadDestinations } from '../../../lib/destinations/use-destinations.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import type { SourceTable } from '../../../lib/row-sources/use-row-sources.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { connecting } from '../../../lib/workspace/needs.ts';
import type { CrmDestination } from '../kind-forms.ts';
import { type CrmProperty, proposeMapping } from './propose-mapping.ts';
import { type Properties, useProperties } from './use-properties.ts';

const ruleLabels: Readonly<Record<CrmRule, string>> = { ours: 'Ours', theirs: 'Theirs', 'only-if-empty': 'Only if empty' };

interface MappingProps {
  readonly destination: CrmDestination;
  /** That of the rows; null: it is not known. */
  readonly table: SourceTable | null;
}

export function Mapping({ destination, table }: MappingProps) {
  const name = destinationLabels[destination.kind];
  return (
    <Box
      component="section"
      aria-labelledby="crm-mapping"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography id="crm-mapping" variant="h2">
        Mapping
      </Typography>
      <Loaded query={useProperties(destination.id)} loading={`Asking ${name} for its properties…`}>
        {(known) => <MappingTable destination={destination} table={table} known={known} />}
      </Loaded>
    </Box>
  );
}

/** Names stay readable between samples. */
const selectStyle = { width: '100%', minWidth: { md: '8rem' } } as const;
/** Properties have longer names than rules. */
const propertyStyle = { ...selectStyle, minWidth: { md: '13rem' } } as const;

/** A line of the table; its property is empty until one is chosen. */
interface Line {
  readonly key: number;
  readonly column: string;
  readonly property: string;
  readonly rule: CrmRule;
}

const RULE_AT_FIRST: CrmRule = 'theirs';

interface MappingTableProps extends MappingProps {
  readonly known: Properties;
}

function MappingTable({ destination, table, known: { data: properties, row } }: MappingTableProps) {
  const reload = useReloadDestinations();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const { mapping, kind } = destination;
  const columns = columnsOf(
    table,
    row,
    mapping.map(({ column }) => column),
  );
  const [lines, setLines] = useState<readonly Line[]>(() =>
    mapping.length > 0 ? mapping.map((one, key) => ({ ...one, key })) : proposed(),
  );
  const isProposed = mapping.length === 0;
  const chosen = lines.filter(({ property }) => property !== '');
  const isTwice = new Set(chosen.map(({ property }) => property)).size < chosen.length;
  const isAsStored = isSame(chosen, mapping);

  function proposed(): readonly Line[] {
    return proposeMapping(columns, properties, row).map((one, key) => ({ ...one, key, rule: RULE_AT_FIRST }));
  }
  function change(next: readonly Line[]): void {
    clearFailure();
    setLines(next);
  }
  function edit(key: number, part: Partial<Line>): void {
    change(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  }
  function add(): void {
    const [first = ''] = columns.filter((column) => lines.every((line) => line.column !== column));
    const key = Math.max(0, ...lines.map((line) => line.key + 1));
    change([...lines, { key, column: first === '' ? (columns[0] ?? '') : first, property: '', rule: RULE_AT_FIRST }]);
  }
  async function save(): Promise<void> {
    await submit(async () => {
      const body = { mapping: chosen.map(({ column, property, rule }) => ({ column, property, rule })) };
      const path = { params: { destination_id: destination.id } };
      if ((await withProof(() => call(updateDestination, { ...path, body }))) === null) return;
      showSnackbar('success', 'Mapping saved');
      await reload();
    });
  }

  return (
    <>
      {isProposed && (
        <Notice severity="info">
          {lines.length === 0
            ? 'No column has a property of the same name. Add the lines that you need.'
            : 'These lines are proposed by their names. Check them and save the mapping.'}
        </Notice>
      )}
      {lines.length > 0 && (
        <PlainTable
          label="Mapping"
          rows={lines}
          keyOf={({ key }) => key}
          columns={[
            {
              title: 'Column',
              cell: ({ key, column }) => (
                <NativeSelect
                  aria-label={`Column of line ${lineNumber(lines, key)}`}
                  value={column}
                  sx={selectStyle}
                  onChange={({ target }) => edit(key, { column: target.value })}
                >
                  {columns.map((known) => (
                    <option key={known} value={known}>
                      {columnTitle(known)}
                    </option>
                  ))}
                </NativeSelect>
              ),
            },
            { title: 'Our value', cell: ({ column }) => shorten(row?.[column]) },
            {
              title: 'Property',
              cell: ({ key, property }) => (
                <NativeSelect
                  aria-label={`Property of line ${lineNumber(lines, key)}`}
                  value={property}
                  sx={propertyStyle}
                  onChange={({ target }) => edit(key, { property: target.value })}
                >
                  <option value="">Choose a property</option>
                  {offered(properties, property).map(({ name, label }) => (
                    <option key={name} value={name}>
                      {label}
                    </option>
                  ))}
                </NativeSelect>
              ),
            },
            {
              title: `In ${destinationLabels[kind]}`,
              cell: ({ property }) => shorten(properties.find(({ name }) => name === property)?.sample),
            },
            {
              title: 'Who decides',
              cell: ({ key, rule }) => (
                <NativeSelect
                  aria-label={`Rule of line ${lineNumber(lines, key)}`}
                  value={rule}
                  sx={selectStyle}
                  onChange={({ target }) => edit(key, { rule: crmRules.find((known) => known === target.value) ?? rule })}
                >
                  {crmRules.map((known) => (
                    <option key={known} value={known}>
                      {ruleLabels[known]}
                    </option>
                  ))}
                </NativeSelect>
              ),
            },
            {
              title: 'Action',
              cell: ({ key }) => (
                <Button
                  size="small"
                  aria-label={`Remove line ${lineNumber(lines, key)}`}
                  onClick={() => change(lines.filter((line) => line.key !== key))}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch' }}>
        {row === null
          ? 'There is no row yet from which values could be shown. '
          : 'Values are those of one row, beside what was found for it there. '}
        {`Ours: our value is always written. Theirs: a value that somebody changed in ${destinationLabels[kind]} stays. Only if empty: nothing is written over a value.`}
      </Typography>
      {isTwice && <Notice severity="warning">A property is chosen twice. Each takes one column.</Notice>}
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <May needs={connecting}>
          <Button variant="contained" disabled={isSending || isTwice || isAsStored} onClick={() => void save()}>
            Save mapping
          </Button>
        </May>
        <Button disabled={lines.length >= MAX_MAPPED_PROPERTIES || columns.length === 0} onClick={add}>
          Add a line
        </Button>
        <Button onClick={() => change(proposed())}>Propose by name</Button>
      </Box>
      {proofDialog}
    </>
  );
}

/** What this row has, in the order of its table, and what the mapping names. Without a row, what rows of the table have. */
function columnsOf(table: SourceTable | null, row: Properties['row'], mapped: readonly string[]): readonly string[] {
  const ofTable = table === null || table === 'collected-people' ? [] : tableByName(table).columns.map(({ field }) => field);
  if (row === null) return [...new Set([...ofTable, ...mapped])];
  const ofRow = Object.keys(row);
  return [...new Set([...ofTable.filter((column) => ofRow.includes(column)), ...ofRow, ...mapped])];
}

/** Those that can be written, by label; and the chosen one, whatever it is. */
function offered(
  properties: readonly CrmProperty[],
  chosen: string,
): readonly { readonly name: string; readonly label: string }[] {
  const writable = properties
    .filter(({ is_read_only: isReadOnly, name, type }) => (!isReadOnly && type !== 'other') || name === chosen)
    .sort((one, other) => one.label.localeCompare(other.label));
  return chosen === '' || writable.some(({ name }) => name === chosen)
    ? writable
    : [...writable, { name: chosen, label: chosen }];
}

function lineNumber(lines: readonly Line[], key: number): number {
  return lines.findIndex((line) => line.key === key) + 1;
}

const LONGEST_SAMPLE = 80;

function shorten(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  return value.length > LONGEST_SAMPLE ? `${value.slice(0, LONGEST_SAMPLE)}…` : value;
}

function isSame(lines: readonly Omit<Line, 'key'>[], mapping: CrmDestination['mapping']): boolean {
  const text = (all: readonly Omit<Line, 'key'>[]) =>
    JSON.stringify(all.map(({ column, property, rule }) => [column, property, rule]));
  return text(lines) === text(mapping);
}

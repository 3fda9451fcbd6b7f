/** What becomes of a row: the same for a dry run and a run. Pure. */
import type { CrmConnector, CrmRecord, RecordValues } from '../../connectors/crm-connector.ts';
import type { PushedValues } from '../../schema/crm.table.ts';
import { compareRecord, type MappedColumn, valuesOfRow } from './compare-record.ts';
import type { Match } from './match-records.ts';
import type { SourceRow } from './source-rows.ts';

/** A record that gets values; none: it has them. */
export interface PlannedUpdate {
  readonly rowId: number;
  readonly key: string | null;
  readonly record: CrmRecord;
  readonly isCreated: boolean;
  /** What is known of the record once they are written. */
  readonly pushed: PushedValues;
  readonly before: RecordValues;
  readonly values: RecordValues;
}

export interface PlannedCreation {
  readonly rowId: number;
  readonly key: string | null;
  readonly values: RecordValues;
}

export type Plan =
  | { readonly kind: 'create'; readonly creation: PlannedCreation }
  | { readonly kind: 'update'; readonly update: PlannedUpdate }
  | { readonly kind: 'equal'; readonly update: PlannedUpdate; readonly reason: string }
  | { readonly kind: 'skip'; readonly reason: string };

export function planRow(
  row: SourceRow,
  match: Match,
  mapping: readonly MappedColumn[],
  { keyProperty }: Pick<CrmConnector, 'keyProperty'>,
): Plan {
  switch (match.kind) {
    case 'skip':
      return match;
    case 'create': {
      const mapped = valuesOfRow(row, mapping);
      const { key } = match;
      // A record without the key by which it is found would be created again.
      const lacksKey = keyProperty !== null && key !== null && mapped[keyProperty] === undefined;
      const values = lacksKey ? { ...mapped, [keyProperty]: key } : mapped;
      if (Object.keys(values).length === 0) return { kind: 'skip', reason: 'It has none of the mapped values.' };
      return { kind: 'create', creation: { rowId: row.id, key, values } };
    }
    case 'record': {
      const { record, key, pushed: known } = match;
      const { changes, held, pushed } = compareRecord(row, mapping, record.values, known.values);
      const before = Object.fromEntries(changes.map(({ property, from }) => [property, from]));
      const values = Object.fromEntries(changes.map(({ property, to }) => [property, to]));
      const update = { rowId: row.id, key, record, isCreated: known.isCreated, pushed, before, values };
      if (changes.length > 0) return { kind: 'update', update };
      const reason =
        held.length === 0 ? 'There is nothing to change.' : `The CRM has another value, which stays: ${held.join(', ')}.`;
      return { kind: 'equal', update, reason };
    }
  }
}

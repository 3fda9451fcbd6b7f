/**
 * What is written to a record: each property's value now in the CRM, the value that was written last, and the value of the row are
 * compared. A blank cell is never written, and what somebody changed in the CRM stays, unless the rule is `ours`. Pure.
 */
import type { CrmRule } from '@leadloom/shared/contract/crm-fields';
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import type { CrmProperty, RecordValues } from '../../connectors/crm-connector.ts';
import type { PushedValues } from '../../schema/crm.table.ts';
import { formatValue, isSameValue } from './format-value.ts';
import type { SourceRow } from './source-rows.ts';

export interface MappedColumn {
  readonly column: string;
  readonly kind: ColumnKind;
  readonly property: CrmProperty;
  readonly rule: CrmRule;
}

export interface PropertyChange {
  readonly property: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface Comparison {
  readonly changes: readonly PropertyChange[];
  /** Properties in which the CRM has another value that stays, by their labels. */
  readonly held: readonly string[];
  /** What is known of the record once the changes are written. */
  readonly pushed: PushedValues;
}

/** The values of a new record. */
export function valuesOfRow(row: SourceRow, mapping: readonly MappedColumn[]): RecordValues {
  return Object.fromEntries(
    mapping.flatMap(({ column, kind, property }) => {
      const value = formatValue(row.cells[column] ?? null, kind, property);
      return value === null ? [] : [[property.name, value]];
    }),
  );
}

/** @param pushed what was written before; empty: nothing */
export function compareRecord(
  row: SourceRow,
  mapping: readonly MappedColumn[],
  current: RecordValues,
  pushed: PushedValues,
): Comparison {
  const changes: PropertyChange[] = [];
  const held: string[] = [];
  const known: Record<string, PushedValues[string]> = { ...pushed };
  for (const { column, kind, property, rule } of mapping) {
    const value = formatValue(row.cells[column] ?? null, kind, property);
    if (value === null) continue;
    const { name } = property;
    const now = current[name] ?? null;
    const before = pushed[name];
    const isSame = (one: string | null, other: string | null) => isSameValue(one, other, property);
    const isAsLeft = before !== undefined && isSame(before.stored, now);
    // A CRM may store a value in another form than it was sent in, such as a phone number.
    if (isSame(value, now) || (isAsLeft && isSame(before.sent, value))) {
      known[name] = { sent: value, stored: now, isOurs: before?.isOurs ?? false };
      continue;
    }
    if (!mayWrite(rule, { isFilled: now !== null, wasWritten: before !== undefined, isAsLeft })) {
      held.push(property.label);
      continue;
    }
    changes.push({ property: name, from: now, to: value });
    known[name] = { sent: value, stored: value, isOurs: true };
  }
  return { changes, held, pushed: known };
}

interface ThereNow {
  readonly isFilled: boolean;
  readonly wasWritten: boolean;
  /** The value is the one that was written last. */
  readonly isAsLeft: boolean;
}

function mayWrite(rule: CrmRule, { isFilled, wasWritten, isAsLeft }: ThereNow): boolean {
  if (rule === 'ours') return true;
  // Somebody emptied it, which is a change too.
  if (!isFilled && wasWritten && !isAsLeft) return false;
  if (rule === 'only-if-empty') return !isFilled;
  return isFilled ? isAsLeft : true;
}

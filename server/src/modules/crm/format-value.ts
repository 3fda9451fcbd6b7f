/** A cell as a CRM's property takes it. Pure. */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import type { CrmProperty } from '../../connectors/crm-connector.ts';

const MILLION = 1_000_000;
/** The longest text that HubSpot and others store. */
const TEXT_LIMIT = 65_536;

/** @returns null: the cell is blank, or says nothing that the property can hold */
export function formatValue(cell: string | null, kind: ColumnKind, property: CrmProperty): string | null {
  const text = cell?.trim() ?? '';
  if (text === '') return null;
  // An address there would not be found by its domain again, and the company be created twice.
  if (property.isDomain === true) return normalDomain(text);
  switch (property.type) {
    case 'text':
      return inWholeDollars(text, kind).slice(0, TEXT_LIMIT);
    case 'number': {
      const number = Number(inWholeDollars(text, kind));
      return Number.isFinite(number) ? String(number) : null;
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? text : null;
    case 'date':
      return kind === 'date' || kind === 'time' ? text.slice(0, 'YYYY-MM-DD'.length) : null;
    case 'choice':
      return property.choices?.find((choice) => folded(choice) === folded(text)) ?? null;
    case 'other':
      return null;
  }
}

/** Tables hold millions of dollars, CRMs whole ones. */
function inWholeDollars(text: string, kind: ColumnKind): string {
  return kind === 'money' ? String(Math.round(Number(text) * MILLION)) : text;
}

/** `COMPUTER_SOFTWARE` is what people read as “Computer software”. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether two values of a property say the same: numbers are compared as numbers, texts without spaces around them. */
export function isSameValue(one: string | null, other: string | null, { type }: Pick<CrmProperty, 'type'>): boolean {
  const [left, right] = [one?.trim() || null, other?.trim() || null];
  if (left === right) return true;
  return type === 'number' && left !== null && right !== null && Number(left) === Number(right);
}

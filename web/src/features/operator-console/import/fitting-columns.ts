/**
 * Which columns of a table may hold the cells of a header, by samples of them. Doubt counts for a column: only one that can
 * hold none of the samples is left out.
 */
import type { ColumnKind } from '@leadloom/shared/tables/define-table';

const isAddress = (cell: string): boolean => cell.includes('://') || cell.includes('@');
const hasNumber = (cell: string): boolean => /\p{N}/u.test(cell) && !isAddress(cell);
const always = (): boolean => true;

const tests: Readonly<Record<ColumnKind, (cell: string) => boolean>> = {
  text: always,
  'long-text': always,
  list: always,
  boolean: (cell) => /^(?:true|false|yes|no|on|off|[tfyn01x✓])$/i.test(cell),
  integer: hasNumber,
  number: hasNumber,
  money: hasNumber,
  date: hasNumber,
  time: hasNumber,
  // A handle is a link, too.
  link: (cell) => cell.includes('://') || (!/\s/.test(cell) && /[.@/_]/.test(cell)),
  email: (cell) => cell.includes('@'),
  phone: (cell) => /\p{N}(?:\P{N}*\p{N}){4}/u.test(cell) && !isAddress(cell),
};

export function canHold(kind: ColumnKind, samples: readonly string[]): boolean {
  const cells = samples.map((sample) => sample.trim()).filter((sample) => sample !== '');
  return cells.length === 0 || cells.some(tests[kind]);
}

/**
 * A condition as bits: which rows of a chunk pass it, by the bitmaps of the facets. It means what `condition-sql.ts` says.
 * Values of texts are lowered by the database, because its rules differ from JavaScript's.
 */
import type { Condition, Test } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { allRows, and, type Bits, holding, noRows, or, without } from './bits.ts';
import { type CrmKnown, crmBits } from './crm-known.ts';
import { dayNumberOf, dayNumbers, filledMark, flagMark, isChoice, MARKS, numberEnds, SAMPLE_MARK, trueMark } from './facets.ts';
import { numbersFrom, numbersTo } from './sliced-numbers.ts';

/** null: there are no bitmaps for one of the tests. @param crm what CRMs have, where it was read */
export function conditionBits(definition: TableDefinition, condition: Condition, crm: CrmKnown | null = null): Bits | null {
  const bitsOf = (part: Condition) => conditionBits(definition, part, crm);
  switch (condition.kind) {
    case 'all':
      return combined(condition.of.map(bitsOf), allRows, and);
    case 'any':
      return combined(condition.of.map(bitsOf), noRows, or);
    case 'not': {
      const some = bitsOf(condition.of);
      return some === null ? null : without(allRows, some);
    }
    case 'crm':
      return crmBits(crm, condition);
    default:
      return testBits(definition, condition);
  }
}

function combined(parts: readonly (Bits | null)[], start: Bits, combine: (one: Bits, other: Bits) => Bits): Bits | null {
  let result = start;
  for (const bits of parts) {
    if (bits === null) return null;
    result = combine(result, bits);
  }
  return result;
}

function testBits(definition: TableDefinition, test: Exclude<Test, { kind: 'crm' }>): Bits | null {
  switch (test.kind) {
    case 'blank':
      return without(allRows, filled(test.column));
    case 'equals':
      return isChoice(definition, test.column) ? holding(test.column, test.values) : null;
    case 'numbers':
      return numbersBits(definition, test);
    case 'days':
      return daysBits(definition, test);
    case 'true':
      return holding(MARKS, [trueMark(test.column)]);
    case 'flag':
      return holding(MARKS, [flagMark(test.filter)]);
    case 'sample':
      return holding(MARKS, [SAMPLE_MARK]);
    case 'host':
    case 'address':
    case 'contains':
    case 'starts':
    case 'parts':
    case 'search':
    case 'list':
    case 'tag':
    case 'exported':
    case 'changed':
    case 'ids':
    case 'linked':
      return null;
  }
}

function filled(column: string): Bits {
  return holding(MARKS, [filledMark(column)]);
}

function numbersBits(definition: TableDefinition, { column, from, to }: Extract<Test, { kind: 'numbers' }>): Bits | null {
  const ends = numberEnds(definition, column);
  if (ends === null) return null;
  if (from === null && to === null) return filled(column);
  // A range of the row is found where it overlaps.
  const first = from === null ? allRows : numbersFrom(ends.high, from.value, from.isOpen);
  const last = to === null ? allRows : numbersTo(ends.low, to.value, to.isOpen);
  return first === null || last === null ? null : and(first, last);
}

function daysBits(definition: TableDefinition, { column, from, to }: Extract<Test, { kind: 'days' }>): Bits | null {
  const days = dayNumbers(definition, column);
  if (days === null) return null;
  if (from === null && to === null) return filled(column);
  const first = from === null ? allRows : numbersFrom(days, dayNumberOf(from), false);
  const last = to === null ? allRows : numbersTo(days, dayNumberOf(to), false);
  return first === null || last === null ? null : and(first, last);
}

/** Random expressions `where` as people write them, with what they mean. */
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { addressOf, dayOf, type Holds, hasLinked, isBetween, isBlank, isOneOf, linksOf, numbersOf, textsOf } from './meaning.ts';
import { type ModelRow, offered, type World } from './model-rows.ts';
import type { Random } from './random.ts';
import { randomSearch } from './random-search.ts';
import { ASKED_ADDRESSES, ASKED_DAYS, ASKED_NUMBERS, EMAILS, ITEMS, NAMES, TAGS, TEXT_PARTS, TEXTS } from './vocabulary.ts';

export interface Where {
  readonly text: string;
  readonly holds: Holds;
}

interface Asked {
  readonly world: World;
  readonly definition: TableDefinition;
  readonly random: Random;
  /** Whether links, lists and tags may be named: inside of a link they may not. */
  readonly hasLinks: boolean;
}

/** @param levels how deep it may be */
export function randomWhere(asked: Asked, levels: number): Where {
  const { random } = asked;
  if (levels === 0 || random.chance(0.3)) return randomTerm(asked, levels);
  if (random.chance(0.25)) {
    const of = randomWhere(asked, levels - 1);
    return { text: `${word('not', random)} (${of.text})`, holds: (row) => !of.holds(row) };
  }
  const isAll = random.chance(0.5);
  const parts = Array.from({ length: 1 + random.below(3) }, () => randomWhere(asked, levels - 1));
  return {
    text: parts.map(({ text }) => `(${text})`).join(` ${word(isAll ? 'and' : 'or', random)} `),
    holds: (row) => (isAll ? parts.every((part) => part.holds(row)) : parts.some((part) => part.holds(row))),
  };
}

function randomTerm(asked: Asked, levels: number): Where {
  const { world, definition, random } = asked;
  const links = asked.hasLinks ? linksOf(definition) : [];
  if (links.length > 0 && random.chance(0.12)) {
    const link = random.pick(links);
    if (random.chance(0.3)) return notIf(asked, `${link.name} is`, 'blank', (row) => !hasLinked(world, link, () => true)(row));
    const of = randomWhere({ ...asked, definition: link.linked, hasLinks: false }, Math.min(levels, 1));
    return { text: `${link.name}(${of.text})`, holds: hasLinked(world, link, of.holds) };
  }
  if (random.chance(0.12)) {
    const filter = definition.filters.find(({ key }) => key === 'search_query');
    const columns = filter?.kind === 'search' ? filter.columns : [];
    const { typed, holds } = randomSearch(definition, { columns, findsAddress: true }, random);
    return { text: `search(${quoted(typed)})`, holds };
  }
  if (asked.hasLinks && random.chance(0.06)) {
    const tag = random.pick(TAGS);
    return { text: `tag(${quoted(tag.toUpperCase())})`, holds: ({ tags }) => tags.includes(tag) };
  }
  if (asked.hasLinks && random.chance(0.06)) {
    const id = random.pick([...world.lists].find(([name]) => name === definition.name)?.[1] ?? []);
    return { text: `list(${id})`, holds: ({ lists }) => lists.includes(id) };
  }
  const column = random.pick(definition.columns);
  if (random.chance(0.2)) return notIf(asked, `${column.field} is`, 'blank', (row) => isBlank(definition, row, column.field));
  return comparison(asked, column);
}

function comparison(asked: Asked, column: ColumnDefinition): Where {
  const { definition, random } = asked;
  const { field, kind } = column;
  switch (kind) {
    case 'boolean': {
      const value = random.chance(0.5);
      return equality(asked, field, [String(value)], (row) => row.cells[field] === value);
    }
    case 'integer':
    case 'number':
    case 'money':
      return ordered<number>(asked, field, ASKED_NUMBERS, (row, from, to, isOpen) => {
        const ends = numbersOf(definition, row, field);
        if (ends === null) return false;
        if (isOpen) return (from === null || ends[1] > from) && (to === null || ends[0] < to);
        return (from === null || ends[1] >= from) && (to === null || ends[0] <= to);
      });
    case 'date':
    case 'time':
      return ordered<string>(asked, field, ASKED_DAYS, (row, from, to, isOpen) => {
        const day = dayOf(row, field);
        return isBetween(day, from, to) && !(isOpen && (day === from || day === to));
      });
    case 'link':
      return linkComparison(asked, field);
    case 'text':
    case 'long-text':
    case 'list':
    case 'email':
    case 'phone': {
      if (random.chance(0.3)) return partOf(asked, field);
      const pool = [...offered(definition, field), ...TEXTS, ...NAMES, ...ITEMS, ...EMAILS];
      const values = random.some(pool, 1, 3);
      return equality(
        asked,
        field,
        values.map((value) => quoted(` ${value.toLowerCase()}`)),
        (row) => isOneOf(row, field, values),
      );
    }
  }
}

function linkComparison(asked: Asked, field: string): Where {
  if (asked.random.chance(0.3)) return partOf(asked, field);
  const addresses = asked.random.some(ASKED_ADDRESSES, 1, 3);
  return equality(
    asked,
    field,
    addresses.map(({ text }) => quoted(text)),
    (row) => {
      const cell = addressOf(row, field);
      return cell !== null && addresses.some(({ host, bare }) => (bare === null ? cell.host === host : cell.bare === bare));
    },
  );
}

function partOf({ random }: Asked, field: string): Where {
  const part = random.pick(TEXT_PARTS);
  const isBeginning = random.chance(0.4);
  const sought = part.toLowerCase();
  return {
    text: `${field} ${isBeginning ? `${word('starts', random)} ${word('with', random)}` : word('contains', random)} ${quoted(part)}`,
    holds: (row) =>
      textsOf(row, field).some((text) =>
        isBeginning ? text.toLowerCase().startsWith(sought) : text.toLowerCase().includes(sought),
      ),
  };
}

/** `=` and `!=` of the first value, or `in` and `not in` of all. @param values as they are written */
function equality(asked: Asked, field: string, values: readonly string[], holds: Holds): Where {
  const [only = ''] = values;
  if (values.length > 1 || asked.random.chance(0.3)) return notIf(asked, field, `in (${values.join(', ')})`, holds);
  const isNegated = asked.random.chance(0.4);
  return { text: `${field} ${isNegated ? '!=' : '='} ${only}`, holds: isNegated ? (row) => !holds(row) : holds };
}

/** @param isWithin whether the row is between both ends; `isOpen`: without the ends themselves */
function ordered<Value extends string | number>(
  asked: Asked,
  field: string,
  values: readonly Value[],
  isWithin: (row: ModelRow, from: Value | null, to: Value | null, isOpen: boolean) => boolean,
): Where {
  const { random } = asked;
  const one: Value = random.pick(values);
  const other: Value = random.pick(values);
  if (random.chance(0.3)) {
    const [from, to]: readonly [Value, Value] = one <= other ? [one, other] : [other, one];
    return { text: `${field} ${word('between', random)} ${from} and ${to}`, holds: (row) => isWithin(row, from, to, false) };
  }
  const isOneOfBoth: Holds = (row) => isWithin(row, one, one, false) || isWithin(row, other, other, false);
  if (random.chance(0.3)) return equality(asked, field, [String(one), String(other)], isOneOfBoth);
  const sign = random.pick(['<', '<=', '>', '>=', '=', '!=']);
  if (sign === '=') return { text: `${field} = ${one}`, holds: (row) => isWithin(row, one, one, false) };
  if (sign === '!=') return { text: `${field} != ${one}`, holds: (row) => !isWithin(row, one, one, false) };
  const isOpen = sign.length === 1;
  const isUpper = sign.startsWith('<');
  const from: Value | null = isUpper ? null : one;
  const to: Value | null = isUpper ? one : null;
  return { text: `${field} ${sign} ${one}`, holds: (row) => isWithin(row, from, to, isOpen) };
}

function notIf({ random }: Asked, before: string, after: string, holds: Holds): Where {
  const isNegated = random.chance(0.4);
  const text = `${before} ${isNegated ? `${word('not', random)} ` : ''}${after}`;
  return { text, holds: isNegated ? (row) => !holds(row) : holds };
}

/** Words of the grammar are read in any case. */
function word(text: string, random: Random): string {
  return random.chance(0.2) ? text.toUpperCase() : text;
}

function quoted(text: string): string {
  return `"${text.replace(/\\(?=\\|$)|"/g, '\\$&')}"`;
}

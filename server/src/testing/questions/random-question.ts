/** Random questions: parameters of every kind and role, and expressions, with the rows that they mean. */
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import {
  addressOf,
  dayOf,
  type Holds,
  hasLinked,
  isBetween,
  isBlank,
  isFlagged,
  isInRange,
  isOneOf,
  linksOf,
  numbersOf,
} from './meaning.ts';
import { type CrmFacts, type ModelRow, offered, type World } from './model-rows.ts';
import type { Random } from './random.ts';
import { type CountedPart, type CountedQuestion, randomCounts } from './random-counts.ts';
import { randomSearch } from './random-search.ts';
import { randomWhere } from './random-where.ts';
import { ASKED_ADDRESSES, ASKED_DAYS, ASKED_NUMBERS, ITEMS, NAMES, OWNERS, STAGES, TAGS, TEXTS } from './vocabulary.ts';

type Sent = Readonly<Record<string, string | readonly string[]>>;

export interface Question extends CountedQuestion {
  /** As a caller sends it. */
  readonly sent: Sent;
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly perPage: number;
  readonly holds: Holds;
}

interface Part extends CountedPart {
  readonly sent: Sent;
  /** It asks nothing: an unchecked box, or days without ends. */
  readonly isNothing?: boolean;
}

export function randomQuestion(world: World, definition: TableDefinition, random: Random): Question {
  const own = random.some(definition.filters, 0, 2).map((filter) => ({ ...filterPart(definition, filter, random), filter }));
  const parts = [...own, ...(random.chance(0.35) || own.length === 0 ? [otherPart(world, definition, random)] : [])];
  const holds: Holds = (row) => parts.every((part) => part.holds(row));
  return {
    definition,
    sent: Object.assign({}, ...parts.map(({ sent }) => sent)),
    sort: random.pick([undefined, 'id', random.pick(definition.columns).field, random.pick(definition.columns).field]),
    order: random.pick([undefined, 'asc', 'desc']),
    page: random.pick([1, 1, 2, 3]),
    perPage: random.pick([3, 10, 25]),
    holds,
    parts,
    counts: randomCounts(definition, random),
  };
}

/** Of one filter: one or several of its parameters. */
function filterPart(definition: TableDefinition, filter: FilterDefinition, random: Random): Part {
  const { key, kind } = filter;
  const choices: (() => Part)[] = [];
  if ('column' in filter) {
    const { column } = filter;
    choices.push(() => has(`${key}_has`, random, (row) => !isBlank(definition, row, column)));
  }
  switch (kind) {
    case 'search':
      return searchPart(definition, key, filter.columns, random);
    case 'flag': {
      const isSet = has(key, random, (row) => isFlagged(row, filter));
      // An unchecked box is no filter.
      const part = (name: string, holds: Holds): Part => ({
        sent: { [name]: isSet.sent[key] ?? '' },
        holds: isSet.sent[key] === 'true' ? holds : () => true,
        isNothing: isSet.sent[key] !== 'true',
      });
      return random.chance(0.5)
        ? part(key, (row) => isFlagged(row, filter))
        : part(`${key}_not`, (row) => !isFlagged(row, filter));
    }
    case 'choice':
    case 'lookup':
    case 'text':
      for (let time = 0; time < 3; time += 1) choices.push(() => valuesPart(definition, filter, random));
      break;
    case 'range':
      choices.push(
        () => numbersPart(definition, key, filter.column, random),
        () => {
          const names = random.some(filter.options, 1, filter.isMultiple ? 3 : 1).map(({ value }) => value);
          return {
            sent: { [key]: filter.isMultiple ? names : (names[0] ?? '') },
            holds: (row) => names.some((name) => isInRange(definition, row, filter, name)),
          };
        },
      );
      break;
    case 'numbers':
      for (let time = 0; time < 3; time += 1) choices.push(() => numbersPart(definition, key, filter.column, random));
      break;
    case 'dates':
      choices.push(() => {
        const { after, before, column } = filter;
        const [from, to] = [random.pick([null, ...ASKED_DAYS]), random.pick([null, ...ASKED_DAYS])];
        const isAsked = from !== null || to !== null;
        return {
          sent: { [after]: from ?? '', [before]: to ?? '' },
          holds: (row) => !isAsked || isBetween(dayOf(row, column), from, to),
          isNothing: !isAsked,
        };
      });
      break;
    case 'presence':
      break;
  }
  return random.pick(choices)();
}

function searchPart(definition: TableDefinition, key: string, columns: readonly string[], random: Random): Part {
  const { typed, holds } = randomSearch(definition, { columns, findsAddress: key === 'search_query' }, random);
  return { sent: { [key]: typed }, holds };
}

function has(name: string, random: Random, holds: Holds): Part {
  const isAsked = random.chance(0.5);
  return { sent: { [name]: String(isAsked) }, holds: (row) => holds(row) === isAsked };
}

function crmPart(name: string, values: readonly string[], factOf: (record: CrmFacts) => string | null): Part {
  return {
    sent: { [name]: values.map((value) => value.toUpperCase()) },
    holds: ({ crm }) => crm.some((record) => values.includes(factOf(record) ?? '')),
  };
}

function valuesPart(
  definition: TableDefinition,
  filter: Extract<FilterDefinition, { kind: 'choice' | 'lookup' | 'text' }>,
  random: Random,
): Part {
  const { key, column } = filter;
  const isNegated = random.chance(0.4);
  const name = isNegated ? `${key}_not` : key;
  const part = (values: readonly string[], holds: Holds): Part => ({
    sent: { [name]: values },
    holds: (row) => holds(row) !== isNegated,
  });
  if (filter.kind === 'text' && filter.match === 'domain') {
    const asked = random.some(ASKED_ADDRESSES, 1, 3);
    return part(
      asked.map(({ text }) => text),
      (row) => asked.some(({ host }) => host !== null && addressOf(row, column)?.host === host),
    );
  }
  const pool = [...offered(definition, column), ...offered(definition, column), ...TEXTS, ...NAMES, ...ITEMS];
  const values = random.some(pool, 1, 4);
  return part(
    values.map((value) => (random.chance(0.3) ? ` ${value.toUpperCase()} ` : value)),
    (row) => isOneOf(row, column, values),
  );
}

function numbersPart(definition: TableDefinition, key: string, column: string, random: Random): Part {
  const [one, other] = [random.pick(ASKED_NUMBERS), random.pick(ASKED_NUMBERS)];
  const [from, to] = random.pick<readonly [number | null, number | null]>([
    [Math.min(one, other), Math.max(one, other)],
    [one, null],
    [null, other],
  ]);
  return {
    sent: { ...(from === null ? {} : { [`${key}_from`]: String(from) }), ...(to === null ? {} : { [`${key}_to`]: String(to) }) },
    holds: (row) => {
      const ends = numbersOf(definition, row, column);
      return ends !== null && (from === null || ends[1] >= from) && (to === null || ends[0] <= to);
    },
  };
}

/** What every table can be asked: expressions, linked rows, and what an account keeps. */
function otherPart(world: World, definition: TableDefinition, random: Random): Part {
  const lists = [...world.lists].find(([name]) => name === definition.name)?.[1] ?? [];
  const where = () => {
    const { text, holds } = randomWhere({ world, definition, random, hasLinks: true }, 3);
    return { sent: { where: text }, holds };
  };
  const links = linksOf(definition);
  const choices: (() => Part)[] = [
    ...Array.from({ length: 6 }, () => where),
    () => {
      const id = random.pick(lists);
      const isNegated = random.chance(0.5);
      return {
        sent: { [isNegated ? 'list_not' : 'list']: id },
        holds: (row: ModelRow) => row.lists.includes(id) !== isNegated,
      };
    },
    () => {
      const tags = random.some(TAGS, 1, 2);
      const isNegated = random.chance(0.5);
      return {
        sent: { [isNegated ? 'tag_not' : 'tag']: tags.map((tag) => tag.toLowerCase()) },
        holds: (row: ModelRow) => tags.some((tag) => row.tags.includes(tag)) !== isNegated,
      };
    },
    () => has('sample', random, ({ isSample }) => isSample),
    () => has('exported', random, ({ isExported }) => isExported),
    ...(definition.crmRecord === undefined
      ? []
      : [
          () => has('in_crm', random, ({ crm }) => crm.length > 0),
          () => crmPart('crm_owner', random.some(OWNERS, 1, 2), ({ owner }) => owner),
          () => crmPart('crm_stage', random.some(STAGES, 1, 2), ({ stage }) => stage),
        ]),
    () => {
      const after = random.pick([world.moment, '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z']);
      return {
        sent: { updated_after: after },
        holds: ({ cells, isLate }: ModelRow) =>
          after.startsWith('2020') || (isLate && after === world.moment) || String(cells.updated_at) > after,
      };
    },
    ...(links.length === 0
      ? []
      : Array.from({ length: 3 }, () => () => {
          const link = random.pick(links);
          if (random.chance(0.25))
            return has(
              `${link.name}.any`,
              random,
              hasLinked(world, link, () => true),
            );
          const parts = random.some(link.linked.filters, 1, 2).map((filter) => filterPart(link.linked, filter, random));
          const sent = parts.flatMap((part) => Object.entries(part.sent));
          const isAsked = parts.some(({ isNothing }) => isNothing !== true);
          return {
            sent: Object.fromEntries(sent.map(([name, value]) => [`${link.name}.${name}`, value])),
            holds: isAsked ? hasLinked(world, link, (other) => parts.every((part) => part.holds(other))) : () => true,
          };
        })),
  ];
  return random.pick(choices)();
}

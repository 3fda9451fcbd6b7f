/** The words by which a question names values, columns and links of a table. Pure. */
import { openSourceFacts, openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import {
  type ChoiceFilter,
  type ColumnDefinition,
  type FilterDefinition,
  type FlagFilter,
  type NumbersFilter,
  type RangeFilter,
  sourceFilter,
  type TableDefinition,
} from '@leadloom/shared/tables/define-table';
import { parametersOf, tableParameters } from '@leadloom/shared/tables/filter-parameters';
import { linkNames } from '@leadloom/shared/tables/linked-tables';
import type { Ask } from './ask.ts';
import { fold, squeeze, wordsOf } from './ask-words.ts';

export interface NumberColumn {
  readonly column: ColumnDefinition;
  readonly filter: RangeFilter | NumbersFilter | null;
}

/** What phrases mean, by their squeezed words. */
export interface FilterWords {
  /** Values, and boxes that are checked. */
  readonly values: ReadonlyMap<string, Ask>;
  /** Ranges by their exact names, each of the first filter that has it. */
  readonly ranges: ReadonlyMap<string, RangeFilter>;
  readonly numbers: ReadonlyMap<string, NumberColumn>;
  /** What a row is with or without. */
  readonly filled: ReadonlyMap<string, Ask>;
  /** Links, by the nouns of their rows. */
  readonly links: ReadonlyMap<string, string>;
  /** Words of labels, which add nothing to a value: `country germany`. */
  readonly labels: ReadonlySet<string>;
  /** Words that name the table: `companies`, `company`; of `Reddit Posts` also `posts` and `post`. */
  readonly table: ReadonlySet<string>;
  /** The number of words of the longest phrase. */
  readonly maxWords: number;
}

/** What a box's label says besides its subject. */
const BESIDE_SUBJECT = new Set(['with', 'is', 'has', 'only', 'positive']);
/** Usual names of countries, in addition to those in rows. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  usa: 'United States',
  us: 'United States',
  america: 'United States',
  uk: 'United Kingdom',
  britain: 'United Kingdom',
  england: 'United Kingdom',
  uae: 'United Arab Emirates',
  holland: 'Netherlands',
};

const known = new WeakMap<TableDefinition, FilterWords>();

export function filterWords(definition: TableDefinition): FilterWords {
  const made = known.get(definition) ?? makeWords(definition);
  known.set(definition, made);
  return made;
}

/** The filter by which ends of the column's numbers are asked; null: none. */
function endsFilter({ filters }: TableDefinition, column: string): RangeFilter | NumbersFilter | null {
  const ofColumn = filters.flatMap((filter) =>
    (filter.kind === 'numbers' || filter.kind === 'range') && filter.column === column ? [filter] : [],
  );
  return ofColumn.find(({ kind }) => kind === 'numbers') ?? ofColumn[0] ?? null;
}

/** The filter that says whether the column has a value; null: none. */
function filledFilter(definition: TableDefinition, column: string): FilterDefinition | null {
  const parameters = tableParameters(definition);
  const isSaying = (filter: FilterDefinition) =>
    'column' in filter &&
    filter.column === column &&
    parametersOf(filter).some(({ role, name }) => role === 'has' && parameters.get(name)?.filter === filter);
  return definition.filters.find(isSaying) ?? null;
}

function makeWords(definition: TableDefinition): FilterWords {
  const { filters, columns } = definition;
  let maxWords = 1;
  // A phrase with several meanings has the first of them.
  const name = <Meaning>(meanings: Map<string, Meaning>, phrase: string, meaning: Meaning) => {
    const key = squeeze(phrase);
    if (key === '' || meanings.has(key)) return;
    meanings.set(key, meaning);
    // A comma is a word of a question, too.
    maxWords = Math.max(maxWords, phrase.split(/[^\p{L}\p{N},]+|(?=,)/u).length);
  };
  const values = new Map<string, Ask>();
  const ranges = new Map<string, RangeFilter>();
  const numbers = new Map<string, NumberColumn>();
  const filled = new Map<string, Ask>();
  const links = new Map<string, string>();

  for (const filter of filters) {
    if (filter.kind === 'flag') {
      const ask: Ask = { kind: 'flag', filter, isNegated: false };
      for (const phrase of namesOfFlag(filter)) for (const map of [values, filled]) name(map, phrase, ask);
    }
    if (filter.kind === 'choice') {
      for (const [phrase, value] of namesOfValues(filter))
        name(values, phrase, { kind: 'values', filter, values: [value], isNegated: false });
    }
    if (filter.kind === 'range') {
      // A hint says that the label is not what the range means.
      for (const { value, label = value, hint } of filter.options)
        for (const text of hint === undefined ? [value, label] : [value]) if (!ranges.has(text)) ranges.set(text, filter);
    }
  }
  for (const column of columns) {
    const { field, kind } = column;
    const isNumber = kind === 'integer' || kind === 'number' || kind === 'money';
    const filter = isNumber ? endsFilter(definition, field) : null;
    const labels = filters.flatMap((one) => ('column' in one && one.column === field ? [one.label] : []));
    const title = column.headerName.replace(/ \(.*\)$/, '');
    const all = [title, ...labels, ...(column.aliases ?? [])].flatMap(forms);
    if (isNumber) for (const phrase of all) name(numbers, phrase, { column, filter });
    if (kind === 'boolean') continue;
    const ask = filledAsk(definition, field);
    // "Without comments" means none as well as unknown, "without comment count" the latter alone.
    for (const phrase of kind === 'integer' ? forms(title) : all) name(filled, phrase, ask);
  }
  for (const link of linkNames(definition)) {
    for (const phrase of forms(link.replaceAll('_', ' '))) if (!numbers.has(squeeze(phrase))) name(links, phrase, link);
  }
  const labels = new Set(filters.flatMap(({ label }) => wordsOf(label)).flatMap((word) => [word, `${word}s`]));
  const table = new Set(wordsOf(definition.title).flatMap(forms));
  return { values, ranges, numbers, filled, links, labels, table, maxWords };
}

/** A box that is about the column alone says it, too. */
function filledAsk(definition: TableDefinition, column: string): Ask {
  const flag = definition.filters.find(
    (filter): filter is FlagFilter =>
      filter.kind === 'flag' && 'anyPresent' in filter.condition && filter.condition.anyPresent.join() === column,
  );
  if (flag !== undefined) return { kind: 'flag', filter: flag, isNegated: false };
  return { kind: 'filled', column, filter: filledFilter(definition, column), isNegated: false };
}

/** `With contact info`: `contact info` and `contact`. */
function namesOfFlag({ label }: FlagFilter): readonly string[] {
  const subject = wordsOf(fold(label)).filter((word) => !BESIDE_SUBJECT.has(word));
  const [first] = subject;
  return [label, subject.join(' '), ...(first === undefined ? [] : [first, `${first}s`])];
}

function namesOfValues({ key, options: all }: ChoiceFilter): readonly (readonly [phrase: string, value: string])[] {
  // Other sources are words of questions about something else: files, websites, Reddit.
  const options = key === sourceFilter.key ? all.filter(({ value }) => registers.has(value)) : all;
  const offered = new Set(options.map(({ value }) => value));
  return [
    ...options.flatMap(({ value, label = value }) => [[value, value] as const, [label, value] as const]),
    ...(key === 'country' || key === 'reviewer_country'
      ? Object.entries(COUNTRY_NAMES).filter(([, country]) => offered.has(country))
      : []),
  ];
}

const registers: ReadonlySet<string> = new Set(openSourceIds.filter((id) => openSourceFacts[id].weight === 'register'));

/** In the singular and in the plural. */
function forms(phrase: string): readonly string[] {
  return [phrase, phrase.replace(/ies$/i, 'y').replace(/([^s])s$/i, '$1'), phrase.replace(/([^aeiou])y$/i, '$1ie').concat('s')];
}

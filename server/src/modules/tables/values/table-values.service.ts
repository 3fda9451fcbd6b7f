/** The values a filter offers: values found in the data, and suggestions for typed text. */
import type { OptionItem } from '@leadloom/shared/contract/tables';
import type { ChoiceFilter, FilterDefinition, LookupPath, TableDefinition } from '@leadloom/shared/tables/define-table';
import { parameterSchema, parametersOf } from '@leadloom/shared/tables/filter-parameters';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { isIndexed, isListColumn } from '../../../schema/data-table.ts';
import { readVersion } from '../tables.repository.ts';
import { createFrequentValues, FREQUENT_VALUES_LIMIT } from './frequent-values.ts';
import { countValues, isListed, readOtherValues, readValuesWithPrefix, type ValueSource } from './table-values.repository.ts';

/** Values of one filter, in addition to those in its definition. */
const MET_VALUES_LIMIT = 1_000;
const SUGGESTIONS_LIMIT = 20;
/** Cached counts. */
const COUNTS_LIMIT = 500;

type Options = Readonly<Record<string, string[]>>;

export type TableValues = ReturnType<typeof createTableValues>;

/** Create one per application, so that values that take long to count are counted once for all callers. */
export function createTableValues(database: Database) {
  const frequent = createFrequentValues(database);
  const counts = createBoundedCache<ReadonlyMap<string, number>>(COUNTS_LIMIT);
  /** Values by table, for one version. */
  const met = new Map<string, { readonly version: number; readonly options: Promise<Options> }>();

  async function readOptions(definition: TableDefinition): Promise<Options> {
    const options: Record<string, string[]> = {};
    for (const filter of definition.filters.filter(isOpenChoice)) {
      const known = filter.options.map(({ value }) => value);
      const source = { definition, field: filter.column };
      const hasIndex = isIndexed(filter) && !isListColumn(definition, filter.column);
      const values = await readOtherValues(database, source, { known, isIndexed: hasIndex, limit: MET_VALUES_LIMIT });
      options[filter.key] = values
        .filter((value) => canBeSent(filter, value))
        .sort((one, other) => one.localeCompare(other, 'en'));
    }
    return options;
  }

  async function suggest(source: ValueSource, typed: string): Promise<OptionItem[]> {
    const wanted = typed.toLowerCase();
    if (wanted === '') return [];
    const texts = [...new Set([wanted, wanted.replace(MARKS, '')])].filter((text) => text !== '');
    const { values, find } = await frequent.of(source);
    const found = texts.map((text) => find(text, SUGGESTIONS_LIMIT));
    const beginnings = found.flatMap((each) => each.beginnings);
    if (beginnings.length < SUGGESTIONS_LIMIT && values.length === FREQUENT_VALUES_LIMIT)
      beginnings.push(...(await readRareValues(source, texts.at(-1) ?? wanted)));
    const all = [...beginnings, ...found.flatMap((each) => each.inside)];
    return [...new Set(all)].slice(0, SUGGESTIONS_LIMIT).map(toOption);
  }

  /** Rare values by prefix, as the index holds them; the index of a list only finds whole values. */
  async function readRareValues(source: ValueSource, prefix: string): Promise<string[]> {
    if (!isListColumn(source.definition, source.field))
      return readValuesWithPrefix(database, source, { prefix, limit: SUGGESTIONS_LIMIT });
    return (await isListed(database, source, prefix)) ? [prefix] : [];
  }

  return {
    /** Values found in the data that the definition does not list, by the key of each open choice filter. */
    async options(definition: TableDefinition): Promise<Options> {
      const version = await readVersion(database, definition);
      const known = met.get(definition.name);
      if (known?.version === version) return known.options;
      const options = readOptions(definition);
      met.set(definition.name, { version, options });
      options.catch(() => {
        if (met.get(definition.name)?.options === options) met.delete(definition.name);
      });
      return options;
    },

    /** Suggests values of a text filter. @throws {AppError} REQUEST.INVALID for any other */
    suggest(
      definition: TableDefinition,
      { filter: key, q }: { readonly filter: string; readonly q: string },
    ): Promise<OptionItem[]> {
      const filter = definition.filters.find((candidate) => candidate.key === key);
      if (filter?.kind !== 'text' || filter.isSuggested !== true) {
        const detail = 'is not a filter of this table that suggests values';
        throw new AppError('REQUEST.INVALID', { message: `filter: ${detail}`, errors: [{ parameter: 'filter', detail }] });
      }
      return suggest({ definition, field: filter.column }, q);
    },

    /**
     * How rows spell a value, most frequent spelling first. In columns with very many values, only the frequent
     * ones.
     */
    async spellings(path: LookupPath, value: string): Promise<string[]> {
      const source = lookupSources.get(path);
      if (source === undefined) return [];
      const { values } = await frequent.of(source);
      return values.filter((met) => met.length === value.length && met.toLowerCase() === value.toLowerCase());
    },

    /** The most frequent values first. Counted now and then only, so the latest rows may be missing. */
    async frequentValues(path: LookupPath, limit: number): Promise<readonly string[]> {
      const source = lookupSources.get(path);
      return source === undefined ? [] : (await frequent.of(source)).values.slice(0, limit);
    },

    /** The number of rows with each value, however they spell it; values without rows are absent. Cached until the table changes. */
    async count(path: LookupPath, values: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const source = lookupSources.get(path);
      if (source === undefined || values.length === 0) return new Map();
      const version = await readVersion(database, source.definition);
      const key = JSON.stringify([path, version, [...values].sort()]);
      const known = counts.get(key);
      if (known !== undefined) return known;
      const counted = await countValues(database, source, values);
      counts.set(key, counted);
      return counted;
    },

    /** Labels of already known values, then suggestions. */
    async lookup(path: LookupPath, q: string, ids: readonly string[]): Promise<OptionItem[]> {
      const source = lookupSources.get(path);
      const suggested = source === undefined ? [] : await suggest(source, q);
      return [...[...new Set(ids)].map(toOption), ...suggested.filter(({ id }) => !ids.includes(id))];
    },
  };
}

/** People write `@name`, `#tag` and `r/name`; values contain none of these prefixes. */
const MARKS = /^(?:@|#|\/?r\/)/;

const lookupSources: ReadonlyMap<LookupPath, ValueSource> = new Map(
  tableNames
    .map(tableByName)
    .flatMap((definition) =>
      definition.filters.flatMap((filter): [LookupPath, ValueSource][] =>
        filter.kind === 'lookup' ? [[filter.optionsUrl, { definition, field: filter.column }]] : [],
      ),
    ),
);

/** The id and the label of a value are the same. */
function toOption(value: string): OptionItem {
  return { id: value, name: value };
}

function isOpenChoice(filter: FilterDefinition): filter is ChoiceFilter {
  return filter.kind === 'choice' && filter.isOpen === true;
}

/** Whether the value can be sent as a filter: some stored texts are longer than a parameter may be. */
function canBeSent(filter: ChoiceFilter, value: string): boolean {
  const [parameter] = parametersOf(filter);
  const sent = parameter === undefined ? undefined : parameterSchema(parameter).safeParse([value]).data;
  return Array.isArray(sent) && sent[0] === value;
}

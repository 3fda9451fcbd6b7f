/** Columns that say how many hashtags a video has, under a name of the list of them: they are not read, and noticed. */

import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';

/** Counts have at most three digits: more hashtags do not fit a video, and numbers such as #2024 are hashtags. */
const COUNT = /^\d{1,3}(?:\.0+)?$/;

export interface HashtagCounts {
  /** Sentences, once the columns are found. */
  readonly notices: readonly string[];
  /** @param rows the first ones @returns the headers, blank for columns of counts */
  headersWithout(headers: readonly string[], rows: readonly (readonly string[])[]): readonly string[];
  /** @param object of JSON @returns it without the keys of counts */
  objectWithout(object: object): object;
}

/** @returns null: the table has no hashtags */
export function hashtagCountsOf(definition: TableDefinition, chosen: FileMapping): HashtagCounts | null {
  if (!definition.columns.some(({ field }) => field === 'hashtags')) return null;
  const mapper = headerMapper(definition);
  const notices: string[] = [];
  const found = new Set<string>();
  const isList = (name: string) => !Object.hasOwn(chosen.headers, name) && mapper(name)?.field === 'hashtags';
  const notice = (name: string) => {
    if (!found.has(name)) notices.push(`The column ${quoted(name)} was not read: it holds numbers of hashtags, not hashtags.`);
    found.add(name);
  };
  return {
    notices,
    headersWithout: (headers, rows) =>
      headers.map((name, index) => {
        const cells = isList(name) ? rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '') : [];
        if (cells.length === 0 || !cells.every((cell) => COUNT.test(cell))) return name;
        notice(name);
        return '';
      }),
    objectWithout: (object) => {
      const counts = Object.entries(object).filter(([name, value]) => typeof value === 'number' && isList(name));
      if (counts.length === 0) return object;
      for (const [name] of counts) notice(name);
      return Object.fromEntries(Object.entries(object).filter((entry) => !counts.some(([name]) => name === entry[0])));
    },
  };
}

/** The columns of collected people, and the widths with which they begin. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { useState } from 'react';
import { inRem } from '../../../components/data-grid/columns/column-widths.ts';
import { widthOfContent } from '../../../components/data-grid/columns/first-widths.ts';
import { formatDay } from '../../../lib/format-date.ts';
import type { SortField } from './people-address.ts';

export interface Column {
  readonly name: string;
  readonly field?: SortField;
  /** The text that decides the width; absent: the width is the name's. */
  readonly textOf?: (person: ProfileListItem) => string;
}

/** Spaces as wide as the round ends of a tag and the gap beside it. */
const BETWEEN_TAGS = '    ';

export const columns: readonly Column[] = [
  { name: 'Name', field: 'full_name' },
  { name: 'Title', textOf: ({ title }) => title ?? '' },
  { name: 'Company', field: 'company_name', textOf: ({ company_name, company_url }) => company_name ?? company_url ?? '' },
  { name: 'Location', textOf: ({ location, country }) => location ?? country ?? '' },
  { name: 'Email', textOf: ({ email }) => email ?? '' },
  { name: 'Tags', textOf: ({ tags }) => tags.join(BETWEEN_TAGS) },
  {
    name: 'Collected',
    field: 'collected_at',
    textOf: ({ collected_at: at, collected_by: by }) => (by == null ? formatDay(at) : `by ${by}`),
  },
  { name: 'Updated', field: 'updated_at', textOf: ({ updated_at }) => formatDay(updated_at) },
  // The state's dot stands before the longest of its words.
  { name: 'Sections', textOf: () => '— Incomplete' },
];

/**
 * The least and the greatest width of a name with its headline and photo, so that what belongs to a person stands near the
 * name.
 */
export const NAME_WIDTH = 320;
const MAX_NAME_WIDTH = 544;

/**
 * The widths of all columns but the name. The first people that come decide them, so that no column moves when a page is
 * turned.
 */
export function usePeopleWidths(people: readonly ProfileListItem[]): readonly number[] {
  const [decided, setDecided] = useState<readonly number[] | null>(null);
  if (decided !== null) return decided;
  const widths = columns.flatMap(({ name, textOf }) => (textOf === undefined ? [] : widthOfContent(name, people, textOf)));
  if (people.length > 0) setDecided(widths);
  return widths;
}

/** The name takes the room that it can use, and the last column what is left. */
export function columnWidth(index: number, widths: readonly number[], others: number): string | undefined {
  if (index === 0) return `clamp(${inRem(NAME_WIDTH)}, 100cqw - ${inRem(others)}, ${inRem(MAX_NAME_WIDTH)})`;
  return index === columns.length - 1 ? undefined : inRem(widths[index - 1] ?? 0);
}

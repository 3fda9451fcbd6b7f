/** The filters of collected people, as chips. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { changedText } from '../../../components/changed/changed-text.ts';
import { FilterLine } from '../../../components/filter-fields/filter-line.tsx';
import { inShort } from '../../../components/filter-fields/in-short.ts';
import { rangeOfDays } from '../../../components/filter-fields/range-of-days.ts';
import { useDraft } from '../../../components/filter-fields/use-draft.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import type { PeoplePage } from '../../../lib/collected-people/people-queries.ts';
import { useRowListName } from '../../../lib/my-rows/my-rows.ts';
import { noFilters, type PeopleFilterKey, type PeopleFilters } from './people-filters.ts';

const PeopleField = lazyPart(async () => (await import('./people-field.tsx')).PeopleField);
const fields = [PeopleField];

interface FilterBarProps {
  /** The applied filters. */
  readonly applied: PeopleFilters;
  readonly onApply: (filters: PeopleFilters) => void;
  readonly countries: readonly string[];
  readonly tags: PeoplePage['tags'];
}

export function FilterBar({ applied, onApply, countries, tags }: FilterBarProps) {
  const { filters, change, clear } = useDraft(applied, noFilters, onApply);
  const set = (part: Partial<PeopleFilters>, isTyped = false) => change((current) => ({ ...current, ...part }), isTyped);
  const { list, changed } = filters;
  const listName = useRowListName(COLLECTED_PEOPLE, list);
  const one = (key: PeopleFilterKey, label: string, value: string | null, none: Partial<PeopleFilters>) => ({
    key,
    label,
    value,
    isTyped: !['hasEmail', 'isIncomplete', 'isRecollected', 'changed'].includes(key),
    onClear: () => set(none),
    field: <PeopleField filter={key} label={label} filters={filters} set={set} countries={countries} tags={tags} />,
  });
  const flag = (key: 'hasEmail' | 'isIncomplete' | 'isRecollected', label: string) =>
    one(key, label, filters[key] ? 'Yes' : null, { [key]: false });
  const line = [
    one('query', 'Search', filters.query || null, { query: '' }),
    one('company', 'Company', filters.company || null, { company: '' }),
    one('country', 'Country', filters.country || null, { country: '' }),
    one('tags', 'Tags', inShort(filters.tags), { tags: [] }),
    one('collected', 'Collected', rangeOfDays(filters.collectedAfter, filters.collectedBefore), {
      collectedAfter: '',
      collectedBefore: '',
    }),
    flag('hasEmail', 'With email'),
    flag('isIncomplete', 'Incomplete profiles'),
    flag('isRecollected', 'To be collected again'),
    // Lists are opened on their own screen, and what changed is chosen above the rows: both are here while they are in use.
    ...(listName === null ? [] : [one('list', 'List', listName, { list: '' })]),
    ...(changed === '' ? [] : [one('changed', 'Changed', changedText(changed), { changed: '' })]),
  ];
  return <FilterLine filters={line} parts={fields} onClear={clear} />;
}

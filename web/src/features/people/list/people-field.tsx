/** The field of one filter of collected people. Fields are large, and are loaded when the first of them is opened. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { ChangedField } from '../../../components/changed/changed-field.tsx';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { DatesField } from '../../../components/filter-fields/dates-field.tsx';
import { FlagField } from '../../../components/filter-fields/flag-field.tsx';
import { SearchField } from '../../../components/filter-fields/search-field.tsx';
import { ListFilterField } from '../../../components/my-rows/list-filter-field.tsx';
import type { PeoplePage } from '../../../lib/collected-people/people-queries.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { CountryField } from './country-field.tsx';
import { type PeopleFilterKey, type PeopleFilters, TAG_FILTER_LIMIT } from './people-filters.ts';

interface PeopleFieldProps {
  readonly filter: PeopleFilterKey;
  readonly label: string;
  readonly filters: PeopleFilters;
  /** `isTyped`: by keys, so that more may follow. */
  readonly set: (part: Partial<PeopleFilters>, isTyped?: boolean) => void;
  readonly countries: readonly string[];
  readonly tags: PeoplePage['tags'];
}

export function PeopleField({ filter, label, filters, set, countries, tags }: PeopleFieldProps) {
  switch (filter) {
    case 'query':
    case 'company':
      return <SearchField label={label} value={filters[filter]} onChange={(text) => set({ [filter]: text }, true)} />;
    case 'country':
      return (
        <CountryField label={label} countries={countries} value={filters.country} onChange={(country) => set({ country })} />
      );
    case 'tags':
      return (
        <ChoiceField
          label={label}
          options={tags.map(({ name, count }) => ({ value: name, label: `${name} (${formatCount(count)})` }))}
          values={filters.tags}
          onChange={(names) => set({ tags: names.slice(0, TAG_FILTER_LIMIT) })}
        />
      );
    case 'collected':
      return (
        <DatesField
          label={label}
          after={filters.collectedAfter}
          before={filters.collectedBefore}
          onAfterChange={(day, isTyped) => set({ collectedAfter: day }, isTyped)}
          onBeforeChange={(day, isTyped) => set({ collectedBefore: day }, isTyped)}
        />
      );
    case 'list':
      return <ListFilterField table={COLLECTED_PEOPLE} list={filters.list} onChange={(list) => set({ list })} />;
    case 'changed':
      return <ChangedField value={filters.changed || null} onChange={(changed, isTyped) => set({ changed }, isTyped)} />;
    case 'hasEmail':
    case 'isIncomplete':
    case 'isRecollected':
      return <FlagField label={label} isChecked={filters[filter]} onChange={(isChecked) => set({ [filter]: isChecked })} />;
  }
}

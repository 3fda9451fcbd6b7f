import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { ComboboxShell } from '../../components/combobox-shell.tsx';
import { DatesField } from '../../components/filter-fields/dates-field.tsx';
import { FilterSection } from '../../components/filter-fields/filter-section.tsx';
import { FlagField } from '../../components/filter-fields/flag-field.tsx';
import { Labelled } from '../../components/filter-fields/labelled.tsx';
import { LateChoiceField } from '../../components/filter-fields/late-choice-field.tsx';
import { SearchField } from '../../components/filter-fields/search-field.tsx';
import { useDraft } from '../../components/filter-fields/use-draft.ts';
import { lateField } from '../../components/late-field.tsx';
import type { PeoplePage } from '../../lib/collected-people/people-queries.ts';
import { formatCount } from '../../lib/format-count.ts';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import type { CountryFieldProps } from './country-field.tsx';
import { countActive, noFilters, type PeopleFilters, TAG_FILTER_LIMIT } from './people-filters.ts';

const LateCountryField = lateField<CountryFieldProps>(async () => (await import('./country-field.tsx')).CountryField, {
  instead: ({ label }, shell) => (
    <Labelled id={shell.id} label={label}>
      <ComboboxShell {...shell} placeholder="Any" />
    </Labelled>
  ),
  hasMore: ({ value }) => value !== '',
});

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
  const { query, company, country, hasEmail, isIncomplete, isRecollected, collectedAfter, collectedBefore } = filters;
  return (
    <FilterSection
      count={countActive(filters)}
      onClear={clear}
      fields={
        <>
          <SearchField label="Search" value={query} onChange={(text) => set({ query: text }, true)} />
          <SearchField label="Company" value={company} onChange={(text) => set({ company: text }, true)} />
          <LateCountryField label="Country" countries={countries} value={country} onChange={(name) => set({ country: name })} />
          <LateChoiceField
            label="Tags"
            options={tags.map(({ name, count }) => ({ value: name, label: `${name} (${formatCount(count)})` }))}
            values={filters.tags}
            onChange={(names) => set({ tags: names.slice(0, TAG_FILTER_LIMIT) })}
          />
          {filters.list !== '' && <ListField list={filters.list} onChange={(list) => set({ list })} />}
          <DatesField
            label="Collected"
            after={collectedAfter}
            before={collectedBefore}
            onAfterChange={(day, isTyped) => set({ collectedAfter: day }, isTyped)}
            onBeforeChange={(day, isTyped) => set({ collectedBefore: day }, isTyped)}
          />
        </>
      }
      flags={
        <>
          <FlagField label="With email" isChecked={hasEmail} onChange={(isChecked) => set({ hasEmail: isChecked })} />
          <FlagField
            label="Incomplete profiles"
            isChecked={isIncomplete}
            onChange={(isChecked) => set({ isIncomplete: isChecked })}
          />
          <FlagField
            label="To be collected again"
            isChecked={isRecollected}
            onChange={(isChecked) => set({ isRecollected: isChecked })}
          />
        </>
      }
    />
  );
}

interface ListFieldProps {
  readonly list: string;
  readonly onChange: (list: string) => void;
}

/** Shown while a list is chosen: lists are opened on their own screen. */
function ListField({ list, onChange }: ListFieldProps) {
  const { data = [] } = useRowLists(COLLECTED_PEOPLE);
  return (
    <LateChoiceField
      label="List"
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      values={[list]}
      onChange={(values) => onChange(values.at(-1) ?? '')}
    />
  );
}

/** The filters of collected people, as chips: those of their definition, and what the account keeps about them. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import {
  CRM_OWNER_FILTER,
  CRM_STAGE_FILTER,
  IN_CRM_FILTER,
  LIST_FILTER,
  NOT_LIST_FILTER,
  NOT_TAG_FILTER,
  parameterNames,
} from '@leadloom/shared/tables/filter-parameters';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import type { ReactNode } from 'react';
import { changedText } from '../../../components/changed/changed-text.ts';
import { crmText, IN_CRM_LABEL } from '../../../components/filter-fields/crm-text.ts';
import { FilterLine } from '../../../components/filter-fields/filter-line.tsx';
import { inShort } from '../../../components/filter-fields/in-short.ts';
import { useDraft } from '../../../components/filter-fields/use-draft.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import type { PeoplePage } from '../../../lib/collected-people/people-queries.ts';
import { useRowListName } from '../../../lib/my-rows/my-rows.ts';
import { filterText, joined, linkedText } from './filter-text.ts';
import { usePeopleDefinition } from './people-definition.ts';
import {
  ALL_TAGS,
  crmChoice,
  listValue,
  noFilters,
  type PeopleFilters,
  type PeopleQuery,
  readFilters,
  type SetFilter,
  textValue,
} from './people-filters.ts';

const PeopleField = lazyPart(async () => (await import('./people-field.tsx')).PeopleField);
const OwnField = lazyPart(async () => (await import('./own-field.tsx')).OwnField);
const fields = [PeopleField, OwnField];
const LINK = 'company.';

interface FilterBarProps {
  /** The applied filters. */
  readonly applied: PeopleFilters;
  readonly onApply: (filters: PeopleFilters) => void;
  /** What is asked for; null: not known yet. */
  readonly asked: PeopleQuery | null;
  readonly countries: readonly string[];
  readonly tags: PeoplePage['tags'];
}

export function FilterBar({ applied, onApply, asked, countries, tags }: FilterBarProps) {
  const { filters, change, clear } = useDraft(applied, noFilters, onApply);
  const definition = usePeopleDefinition(Object.keys(filters));
  const set: SetFilter = (name, value, isTyped = false) =>
    change((current) => readFilters({ ...current, [name]: value }), isTyped);
  const chip = (key: string, label: string, value: string | null, names: readonly string[], field: ReactNode) => ({
    key,
    label,
    value,
    onClear: () => {
      for (const name of names) set(name, '');
    },
    field,
  });
  const one = (filter: FilterDefinition) => ({
    ...chip(
      filter.key,
      filter.label,
      filterText(filter, filters),
      parameterNames(filter),
      <PeopleField filter={filter} filters={filters} asked={asked} set={set} countries={countries} />,
    ),
    isTyped: filter.kind !== 'flag' && filters[`${filter.key}_has`] === undefined,
  });
  const own = (key: string, label: string, value: string | null, names: readonly string[] = [key]) =>
    chip(key, label, value, names, <OwnField filter={key} label={label} value={value} filters={filters} set={set} tags={tags} />);
  const [list, notList, changed] = [LIST_FILTER, NOT_LIST_FILTER, UPDATED_AFTER].map((name) => textValue(filters, name));
  const listName = useRowListName(COLLECTED_PEOPLE, list ?? '');
  const notListName = useRowListName(COLLECTED_PEOPLE, notList ?? '');
  const linked = Object.keys(filters).filter((name) => name.startsWith(LINK));
  const tagText = joined([inShort(listValue(filters, ALL_TAGS)), not(inShort(listValue(filters, NOT_TAG_FILTER)))]);
  const crm = crmText(crmChoice(filters));
  const crmNames = [IN_CRM_FILTER, CRM_OWNER_FILTER, CRM_STAGE_FILTER];
  const [search, title, company, country, ...others] = definition.filters.map(one);
  const line = [
    ...[search, title, company, country].flatMap((filter) => filter ?? []),
    { ...own(ALL_TAGS, 'Tags', tagText, [ALL_TAGS, NOT_TAG_FILTER]), isTyped: true },
    ...others,
    { ...own(IN_CRM_FILTER, IN_CRM_LABEL, crm, crmNames), text: crm ?? undefined },
    // Lists are opened on their own screen, what changed is chosen above the rows, and rows of Companies are asked for by a
    // link from there: all are here while they are in use.
    ...(listName === null ? [] : [own(LIST_FILTER, 'List', listName)]),
    ...(notListName === null ? [] : [own(NOT_LIST_FILTER, 'Not on the list', notListName)]),
    ...(linked.length === 0 ? [] : [own(LINK, 'Linked company', linkedText(linked, filters), linked)]),
    ...(changed ? [own(UPDATED_AFTER, 'Changed', changedText(changed))] : []),
  ];
  return <FilterLine filters={line} parts={fields} onClear={clear} />;
}

function not(text: string | null): string | null {
  return text === null ? null : `not ${text}`;
}

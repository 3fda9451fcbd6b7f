/** A table's filters, as its definition lists them. */
import type { PastedMatch } from '@leadloom/shared/contract/match';
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import {
  CRM_OWNER_FILTER,
  CRM_STAGE_FILTER,
  EXPORTED_FILTER,
  IN_CRM_FILTER,
  LIST_FILTER,
  NOT_LIST_FILTER,
  NOT_TAG_FILTER,
  parameterNames,
  SAMPLE_FILTER,
  TAG_FILTER,
  WHERE_FILTER,
} from '@leadloom/shared/tables/filter-parameters';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { changedText } from '../../../components/changed/changed-text.ts';
import { crmText, IN_CRM_LABEL } from '../../../components/filter-fields/crm-text.ts';
import { FilterLine } from '../../../components/filter-fields/filter-line.tsx';
import { inShort } from '../../../components/filter-fields/in-short.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { countedText } from '../../../lib/match/counted-text.ts';
import { usePastedMatch } from '../../../lib/match/use-pasted-match.ts';
import { useRowListName } from '../../../lib/my-rows/my-rows.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { changedOf } from '../changed/changed-filters.ts';
import type { LastQuestionsProps } from '../questions/last-questions.tsx';
import { listValue, textValue } from './change-filters.ts';
import { filterProblem, filterValue, joinParts, notText, yesOrNo } from './filter-value.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { useObservedValues } from './use-observed-values.ts';
import { questionParts, useQuestionFilters } from './use-question-filters.tsx';

/** Fields are large, and are loaded once the rows are there. */
const FilterField = lazyPart(async () => (await import('./filter-field.tsx')).FilterField);
const ListField = lazyPart(async () => (await import('./my-filter-fields.tsx')).ListField);
const TagField = lazyPart(async () => (await import('./my-filter-fields.tsx')).TagField);
const NotListField = lazyPart(async () => (await import('./my-filter-fields.tsx')).NotListField);
const ExportedField = lazyPart(async () => (await import('./my-filter-fields.tsx')).ExportedField);
const CrmField = lazyPart(async () => (await import('../../../components/filter-fields/crm-field.tsx')).CrmField);
const PastedField = lazyPart(async () => (await import('./pasted-field.tsx')).PastedField);
const QuestionTotal = lazyPart(async () => (await import('./advanced/question-total.tsx')).QuestionTotal);
const SampleField = lazyPart(async () => (await import('./sample-field.tsx')).SampleField);
const LastQuestions = lazyPart(async () => (await import('../questions/last-questions.tsx')).LastQuestions);
const ChangedField = lazyPart(async () => (await import('../../../components/changed/changed-field.tsx')).ChangedField);
const fields = [
  FilterField,
  ListField,
  TagField,
  NotListField,
  ExportedField,
  CrmField,
  PastedField,
  SampleField,
  ChangedField,
  QuestionTotal,
  LastQuestions,
  ...questionParts,
];

interface FilterBarProps {
  readonly table: TableName;
  /** The filters in force. */
  readonly applied: TableFilters;
  readonly onApply: (filters: TableFilters) => void;
  /** All filters as rows are asked for by them, under which values are counted; null: not known yet. */
  readonly countedBy: TableFilters | null;
  /** The bar is on the page of a list, whose rows alone are shown. */
  readonly isOfList: boolean;
  /** What the rows are asked for. */
  readonly requested: TableState;
  /** What is known of the last questions. */
  readonly asked: Omit<LastQuestionsProps, 'table' | 'isFieldOpen'>;
}

export function FilterBar({ table, applied, onApply, countedBy, isOfList, requested, asked }: FilterBarProps) {
  const definition = tableByName(table);
  const { filters, set, clear } = useFilterDraft(definition, applied, onApply);
  const observedValues = useObservedValues(table);
  const one = (filter: FilterDefinition) => ({
    key: filter.key,
    label: filter.label,
    value: filterValue(filter, filters),
    problem: filterProblem(filter, filters),
    isTyped: filter.kind !== 'flag' && filter.kind !== 'presence' && filters[`${filter.key}_has`] === undefined,
    onClear: () => {
      for (const parameter of parameterNames(filter)) set(parameter, '');
    },
    field: (
      <FilterField table={table} filter={filter} filters={filters} asked={countedBy} observedValues={observedValues} set={set} />
    ),
  });
  const question = useQuestionFilters(
    table,
    filters,
    set,
    <QuestionTotal table={table} state={requested} where={textValue(filters, WHERE_FILTER)} />,
  );
  const list = isOfList ? '' : textValue(filters, LIST_FILTER);
  const listName = useRowListName(table, list);
  const notList = textValue(filters, NOT_LIST_FILTER);
  const notListName = useRowListName(table, notList);
  const pasted = usePastedMatch(table, list);
  const hasListChip = !isOfList && pasted === null;
  const listFilter = {
    key: LIST_FILTER,
    onClear: () => {
      set(LIST_FILTER, '');
      if (hasListChip) set(NOT_LIST_FILTER, '');
    },
    ...(pasted === null
      ? {
          label: 'List',
          value: joinParts([listName, notText(notListName)]),
          isTyped: true,
          field: <ListField table={table} filters={filters} set={set} />,
        }
      : {
          label: pasted.counted_in ?? 'Pasted lines',
          value: list,
          text: pastedText(pasted),
          field: <PastedField match={pasted} onClear={() => set(LIST_FILTER, '')} />,
        }),
  };
  const own = [
    ...(isOfList ? [] : [listFilter]),
    {
      key: TAG_FILTER,
      label: 'My tags',
      value: joinParts([inShort(listValue(filters, TAG_FILTER)), notText(inShort(listValue(filters, NOT_TAG_FILTER)))]),
      isTyped: true,
      onClear: () => {
        set(TAG_FILTER, []);
        set(NOT_TAG_FILTER, []);
      },
      field: <TagField table={table} filters={filters} set={set} />,
    },
  ];
  const notListFilter = {
    key: NOT_LIST_FILTER,
    label: 'Not on the list',
    value: notListName,
    isTyped: true,
    onClear: () => set(NOT_LIST_FILTER, ''),
    field: <NotListField table={table} filters={filters} set={set} />,
  };
  const exported = textValue(filters, EXPORTED_FILTER);
  const exportedFilter = {
    key: EXPORTED_FILTER,
    label: 'Exported this month',
    value: yesOrNo(exported === 'true', exported === 'false'),
    onClear: () => set(EXPORTED_FILTER, ''),
    field: <ExportedField filters={filters} set={set} />,
  };
  const crm = {
    inCrm: textValue(filters, IN_CRM_FILTER),
    owners: listValue(filters, CRM_OWNER_FILTER),
    stages: listValue(filters, CRM_STAGE_FILTER),
  };
  const crmFilter = {
    key: IN_CRM_FILTER,
    label: IN_CRM_LABEL,
    value: crmText(crm),
    text: crmText(crm) ?? undefined,
    onClear: () => {
      set(IN_CRM_FILTER, '');
      set(CRM_OWNER_FILTER, []);
      set(CRM_STAGE_FILTER, []);
    },
    field: <CrmField {...crm} set={set} />,
  };
  // It is chosen above the rows; here it is shown while it is in use.
  const changed = changedOf(filters);
  const changedFilter = {
    key: UPDATED_AFTER,
    label: 'Changed',
    value: changed === null ? null : changedText(changed),
    onClear: () => set(UPDATED_AFTER, ''),
    field: <ChangedField value={changed} onChange={(value, isTyped) => set(UPDATED_AFTER, value, isTyped)} />,
  };
  // It is offered where rows are invented; here it is shown while it is in use.
  const sample = textValue(filters, SAMPLE_FILTER);
  const sampleFilter = {
    key: SAMPLE_FILTER,
    label: 'Samples',
    value: sample === 'true' ? 'only' : 'hidden',
    onClear: () => set(SAMPLE_FILTER, ''),
    field: <SampleField value={sample} set={set} />,
  };
  const ordered = [
    ...inOrder(definition, 'search').map(one),
    ...inOrder(definition, 'values').map(one),
    ...own,
    ...(hasListChip || notListName === null ? [] : [notListFilter]),
    ...inOrder(definition, 'ends').map(one),
    exportedFilter,
    ...(definition.crmRecord === undefined ? [] : [crmFilter]),
    ...question,
    ...(sample === '' ? [] : [sampleFilter]),
    ...(changed === null ? [] : [changedFilter]),
  ];
  return (
    <FilterLine
      filters={ordered}
      parts={fields}
      onClear={clear}
      end={(isFieldOpen) => <LastQuestions key={table} {...asked} table={table} isFieldOpen={isFieldOpen} />}
    />
  );
}

/** The search first, and behind the account's own what only has ends, or a value at all. */
function inOrder({ filters }: TableDefinition, place: 'search' | 'values' | 'ends'): readonly FilterDefinition[] {
  return filters.filter(({ kind }) => {
    if (kind === 'search') return place === 'search';
    return place === (kind === 'numbers' || kind === 'presence' ? 'ends' : 'values');
  });
}

function pastedText(match: PastedMatch): string {
  const { counted_in: countedIn, lines, count } = match;
  if (countedIn !== undefined) return `${countedIn} · ${countedText(match)}`;
  return `Pasted ${formatCount(lines)} · ${formatCount(count)} found`;
}

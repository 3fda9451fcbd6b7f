/** The fields of what the account keeps about collected people, of what changed, and of linked rows. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { IN_CRM_FILTER, LIST_FILTER, NOT_LIST_FILTER, NOT_TAG_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { ChangedField } from '../../../components/changed/changed-field.tsx';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { CrmField } from '../../../components/filter-fields/crm-field.tsx';
import type { FilterOperator } from '../../../components/filter-fields/filter-operators.ts';
import { OperatedFields } from '../../../components/filter-fields/operated-fields.tsx';
import { ListFilterField } from '../../../components/my-rows/list-filter-field.tsx';
import type { PeoplePage } from '../../../lib/collected-people/people-queries.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { ALL_TAGS, crmChoice, listValue, type PeopleFilters, type SetFilter, textValue } from './people-filters.ts';

interface OwnFieldProps {
  readonly filter: string;
  readonly label: string;
  /** What is in force, in words. */
  readonly value: string | null;
  readonly filters: PeopleFilters;
  readonly set: SetFilter;
  readonly tags: PeoplePage['tags'];
}

const operators = ['is', 'not'] as const satisfies readonly FilterOperator[];
const nameOf = (operator: FilterOperator) => (operator === 'not' ? NOT_TAG_FILTER : ALL_TAGS);

export function OwnField({ filter, label, value, filters, set, tags }: OwnFieldProps) {
  switch (filter) {
    case ALL_TAGS:
      return <TagsField label={label} filters={filters} set={set} tags={tags} />;
    case LIST_FILTER:
    case NOT_LIST_FILTER:
      return (
        <ListFilterField
          table={COLLECTED_PEOPLE}
          label={label}
          list={textValue(filters, filter)}
          onChange={(list) => set(filter, list)}
        />
      );
    case IN_CRM_FILTER:
      return <CrmField {...crmChoice(filters)} set={set} />;
    case UPDATED_AFTER:
      return (
        <ChangedField
          value={textValue(filters, UPDATED_AFTER) || null}
          onChange={(changed, isTyped) => set(UPDATED_AFTER, changed, isTyped)}
        />
      );
    default:
      return (
        <div tabIndex={-1} style={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          {label}: {value}
        </div>
      );
  }
}

function TagsField({ label, filters, set, tags }: Pick<OwnFieldProps, 'label' | 'filters' | 'set' | 'tags'>) {
  return (
    <OperatedFields
      label={label}
      operators={operators}
      inForce={operators.filter((operator) => filters[nameOf(operator)] !== undefined)}
      first="is"
      onChoose={(operator) => {
        const other = nameOf(operator === 'not' ? 'is' : 'not');
        const values = filters[other];
        if (values === undefined || filters[nameOf(operator)] !== undefined) return;
        set(nameOf(operator), values);
        set(other, '');
      }}
      onClear={() => undefined}
      field={(operator, name) => (
        <ChoiceField
          label={name}
          options={tags.map(({ name: tag, count }) => ({ value: tag, label: `${tag} (${formatCount(count)})` }))}
          values={listValue(filters, nameOf(operator))}
          onChange={(next) => set(nameOf(operator), next)}
        />
      )}
    />
  );
}

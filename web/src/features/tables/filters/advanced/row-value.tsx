/** The field of a condition's values: that of the column's own filter, or one by the kind of column. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { WhereValue } from '@leadloom/shared/tables/conditions/where-expression';
import { valueFormOf } from '@leadloom/shared/tables/conditions/where-operators';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import { type ReactNode, useCallback } from 'react';
import { ChoiceField } from '../../../../components/filter-fields/choice-field.tsx';
import { DayField } from '../../../../components/filter-fields/day-field.tsx';
import { NumbersField } from '../../../../components/filter-fields/numbers-field.tsx';
import { TextsField } from '../../../../components/filter-fields/texts-field.tsx';
import { ListFilterField } from '../../../../components/my-rows/list-filter-field.tsx';
import { NativeSelect } from '../../../../components/native-select.tsx';
import { call } from '../../../../lib/api-client/call.ts';
import { useKnownTags } from '../../../../lib/my-rows/my-rows.ts';
import { LookupField } from '../lookup-field.tsx';
import { useObservedValues } from '../use-observed-values.ts';
import { type Condition, columnIn, operatorText, type Subject } from './condition-terms.ts';
import { DaysValue } from './days-value.tsx';
import { NumbersText, TextValue } from './typed-values.tsx';

type Values = Condition['values'];

interface RowValueProps {
  readonly condition: Condition;
  readonly subject: Subject;
  readonly definition: TableDefinition;
  /** `isTyped`: by keys, so that more may follow. */
  readonly onChange: (values: Values, isTyped?: boolean) => void;
}

export function RowValue({ condition, subject, definition, onChange }: RowValueProps): ReactNode {
  const { operator, values } = condition;
  const column = columnIn(definition, subject);
  const table = tableNames.find((name) => name === definition.name);
  const label = `${column?.headerName ?? subject} ${operatorText(operator, subject, column)}`;
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))];
  const text = texts[0] ?? '';
  const one = (value: string) => onChange(value === '' ? [] : [value]);
  if (table === undefined) return null;
  if (subject === 'list') return <ListFilterField table={table} label={label} list={text} onChange={one} />;
  if (subject === 'tag') return <TagValue table={table} label={label} tag={text} onChange={one} />;
  const form = column === undefined ? 'text' : valueFormOf(column);
  if (column === undefined || (form === 'text' && operator !== 'is' && operator !== 'not')) {
    return <TextValue label={label} value={text} onChange={(typed) => onChange([typed], true)} />;
  }
  const ownLabel = operator === 'between' ? column.headerName : label;
  switch (form) {
    case 'text':
      return (
        <TextsValue table={table} definition={definition} column={column} label={label} values={texts} onChange={onChange} />
      );
    case 'number':
      return <NumberValue label={ownLabel} operator={operator} values={values} onChange={onChange} />;
    case 'day':
      return operator === 'is' || operator === 'not' ? (
        <DaysValue label={label} days={values.map(dayIn)} onChange={onChange} />
      ) : (
        <DayValue label={ownLabel} operator={operator} values={values} onChange={onChange} />
      );
    case 'boolean':
      return <YesNoValue label={label} values={values} onChange={onChange} />;
  }
}

interface TextsValueProps {
  readonly table: TableName;
  readonly definition: TableDefinition;
  readonly column: ColumnDefinition;
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function TextsValue({ table, definition, column, ...field }: TextsValueProps) {
  const observed = useObservedValues(table);
  const filter = definition.filters.find(
    ({ kind, ...one }) =>
      (kind === 'choice' || kind === 'lookup' || kind === 'text') && 'column' in one && one.column === column.field,
  );
  const key = filter?.key ?? '';
  const suggest = useCallback(
    (q: string, signal: AbortSignal) => call(tableEndpoints[table].suggest, { query: { filter: key, q } }, { signal }),
    [table, key],
  );
  if (filter?.kind === 'choice') return <ChoiceField {...field} options={filter.options} observedValues={observed[key] ?? []} />;
  if (filter?.kind === 'lookup') return <LookupField {...field} filter={filter} />;
  return <TextsField {...field} suggest={filter?.kind === 'text' && filter.isSuggested ? suggest : undefined} />;
}

interface TagValueProps {
  readonly table: TableName;
  readonly label: string;
  readonly tag: string;
  readonly onChange: (tag: string) => void;
}

/** One tag at a time: choosing another one replaces it. */
function TagValue({ table, label, tag, onChange }: TagValueProps) {
  const { data = [] } = useKnownTags(table);
  return (
    <ChoiceField
      label={label}
      options={data.map((value) => ({ value }))}
      values={tag === '' ? [] : [tag]}
      onChange={(tags) => onChange(tags.at(-1) ?? '')}
    />
  );
}

interface OrderedValueProps extends Pick<Condition, 'operator' | 'values'> {
  readonly label: string;
  readonly onChange: (values: Values, isTyped?: boolean) => void;
}

function NumberValue({ label, operator, values, onChange }: OrderedValueProps) {
  if (operator === 'between') {
    const [from, to] = [values[0] ?? '', values[1] ?? ''].map(String);
    const end = (written: string) => (written === '' ? null : Number(written));
    return (
      <NumbersField
        label={label}
        from={from ?? ''}
        to={to ?? ''}
        onChange={(first, last) => onChange([end(first), end(last)], true)}
      />
    );
  }
  return (
    <NumbersText
      label={label}
      values={values.filter((value) => typeof value === 'number')}
      isSeveral={operator === 'is' || operator === 'not'}
      onChange={(numbers) => onChange(numbers, true)}
    />
  );
}

function DayValue({ label, operator, values, onChange }: OrderedValueProps) {
  const [from, to] = [dayIn(values[0]), dayIn(values[1])];
  const written = (day: string) => (day === '' ? null : { day });
  if (operator !== 'between') {
    return <DayField label={label} value={from} onChange={(day, isTyped) => onChange(day === '' ? [] : [{ day }], isTyped)} />;
  }
  return (
    <div style={{ display: 'grid', gap: '0.375rem' }}>
      <DayField
        label={`${label} from`}
        value={from}
        max={to}
        onChange={(day, isTyped) => onChange([written(day), written(to)], isTyped)}
      />
      <DayField
        label={`${label} to`}
        value={to}
        min={from}
        onChange={(day, isTyped) => onChange([written(from), written(day)], isTyped)}
      />
    </div>
  );
}

interface YesNoValueProps {
  readonly label: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

function YesNoValue({ label, values, onChange }: YesNoValueProps) {
  const isBoth = values.includes(true) && values.includes(false);
  return (
    <NativeSelect
      aria-label={label}
      value={isBoth ? 'either' : String(values[0] ?? '')}
      onChange={({ target: { value } }) => onChange(value === '' ? [] : value === 'either' ? [true, false] : [value === 'true'])}
      style={{ width: '100%' }}
    >
      <option value="">Any</option>
      <option value="true">Yes</option>
      <option value="false">No</option>
      <option value="either">Yes or no</option>
    </NativeSelect>
  );
}

function dayIn(value: WhereValue | null | undefined): string {
  return typeof value === 'object' && value !== null ? value.day : '';
}

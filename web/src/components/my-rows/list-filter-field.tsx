/** The filter by one of the account's lists. */
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { ChoiceField } from '../filter-fields/choice-field.tsx';

interface ListFilterFieldProps {
  readonly table: MyTable;
  readonly label?: string;
  /** The id of a list; empty: any. */
  readonly list: string;
  readonly onChange: (list: string) => void;
}

/** One list at a time: choosing another one replaces it. */
export function ListFilterField({ table, label = 'List', list, onChange }: ListFilterFieldProps) {
  const { data = [] } = useRowLists(table);
  return (
    <ChoiceField
      label={label}
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      values={list === '' ? [] : [list]}
      onChange={(values) => onChange(values.at(-1) ?? '')}
    />
  );
}

/** The filter by one of the account's lists. */
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { sectionsOf } from '../../lib/workspace/mine-and-shared.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
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
  const { isPersonal } = useWorkspace();
  const offered = sectionsOf(data, isPersonal).flatMap(({ title, entries }) => entries.map((entry) => ({ title, ...entry })));
  const titles = new Map(offered.map(({ id, title }) => [String(id), title ?? '']));
  return (
    <ChoiceField
      label={label}
      options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...(isPersonal || data.length === 0 ? {} : { sectionOf: (value: string) => titles.get(value) ?? 'Others' })}
      values={list === '' ? [] : [list]}
      onChange={(values) => onChange(values.at(-1) ?? '')}
    />
  );
}

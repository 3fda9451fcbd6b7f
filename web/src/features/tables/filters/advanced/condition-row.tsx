/** One condition: a column, an operator and the field of its values. */
import { valueFormOf } from '@leadloom/shared/tables/conditions/where-operators';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { memo, useId } from 'react';
import { Labelled } from '../../../../components/filter-fields/labelled.tsx';
import { NativeSelect } from '../../../../components/native-select.tsx';
import { ColumnField } from './column-field.tsx';
import {
  columnIn,
  linkedText,
  linkIn,
  operatorsOf,
  operatorText,
  type RowOperator,
  type Subject,
  withOperator,
  withSubject,
} from './condition-terms.ts';
import { type ConditionNode, emptyCondition, newGroup } from './editor-tree.ts';
import { RowFrame } from './row-frame.tsx';
import { RowValue } from './row-value.tsx';
import { subjectsOf } from './subjects.ts';
import { PART, type TreeEdit } from './tree-edit.ts';

interface ConditionRowProps {
  readonly condition: ConditionNode;
  /** Of the table whose rows it is about. */
  readonly definition: TableDefinition;
  /** The table is that of a link. */
  readonly isLinked: boolean;
  /** There may be a group in its place. */
  readonly mayBeGroup: boolean;
  readonly name: string;
  readonly lead: string;
  readonly edit: TreeEdit;
}

/** A row is not rendered again while another one changes. */
export const ConditionRow = memo(function ConditionRow(props: ConditionRowProps) {
  const { condition, definition, isLinked, mayBeGroup, name, lead, edit } = props;
  const { id, subject, operator } = condition;
  const fieldId = useId();
  const column = columnIn(definition, subject);
  const link = linkIn(subject);

  function onSubject(next: Subject): void {
    const nextLink = linkIn(next);
    if (nextLink !== null && mayBeGroup) {
      const inner = emptyCondition();
      edit.focus(inner.id, 'column');
      edit.change(newGroup([inner], { link: nextLink }), id);
      return;
    }
    if (subject === null) edit.focus(id, 'operator');
    edit.change({ ...condition, ...withSubject(condition, next, columnIn(definition, next)) });
  }

  return (
    <RowFrame id={id} name={name} lead={lead} edit={edit}>
      {link === null ? (
        <>
          <div className="column" {...{ [PART]: 'column' }}>
            <Labelled id={fieldId} label="Column">
              <ColumnField id={fieldId} subjects={subjectsOf(definition, isLinked)} value={subject} onChange={onSubject} />
            </Labelled>
          </div>
          {subject !== null && (
            <div className="operator" {...{ [PART]: 'operator' }}>
              <NativeSelect
                aria-label="Operator"
                value={operator}
                onChange={({ target }) => {
                  const next = operatorsOf(subject, column).find((known) => known === target.value);
                  if (next !== undefined) edit.change({ ...condition, ...withOperator(condition, next) });
                }}
              >
                {operatorsOf(subject, column).map((known) => (
                  <option key={known} value={known}>
                    {operatorText(known, subject, column)}
                  </option>
                ))}
              </NativeSelect>
            </div>
          )}
          {subject !== null && operator !== 'has' && operator !== 'blank' && (
            <div className={isLong(operator, column) ? 'value long' : 'value'} {...{ [PART]: 'value' }}>
              <RowValue
                // The fields of one column and operator are not those of another.
                key={`${subject} ${operator === 'not' ? 'is' : operator}`}
                condition={condition}
                subject={subject}
                definition={definition}
                onChange={(values, isTyped) => edit.change({ ...condition, values, isListed: false }, id, isTyped)}
              />
            </div>
          )}
        </>
      ) : (
        <div className="whole" {...{ [PART]: 'operator' }}>
          <LinkedSelect
            link={link}
            value={operator === 'blank' ? 'none' : 'one'}
            mayAsk={mayBeGroup}
            onChange={(next) => {
              if (next === 'one' || next === 'none') edit.change({ ...condition, operator: next === 'one' ? 'has' : 'blank' });
              else edit.change(newGroup([emptyCondition()], { link, isNegated: next === 'none-where' }), id);
            }}
          />
        </div>
      )}
    </RowFrame>
  );
});

/** Whether the field of the values needs a line of its own where there is little room. */
function isLong(operator: RowOperator, column: ColumnDefinition | undefined): boolean {
  if (column === undefined || operator === 'between') return true;
  const form = valueFormOf(column);
  return form === 'day' || form === 'text';
}

/** `one` and `none` ask for no more; the others have conditions for the linked rows. */
export type Linked = 'one' | 'none' | 'one-where' | 'none-where';
const linkedChoices: readonly Linked[] = ['one-where', 'none-where', 'one', 'none'];

interface LinkedSelectProps {
  readonly link: string;
  readonly value: Linked;
  readonly mayAsk: boolean;
  readonly onChange: (value: Linked) => void;
}

export function LinkedSelect({ link, value, mayAsk, onChange }: LinkedSelectProps) {
  return (
    <NativeSelect
      aria-label="Linked rows"
      value={value}
      onChange={({ target }) => {
        const next = linkedChoices.find((known) => known === target.value);
        if (next !== undefined) onChange(next);
      }}
    >
      {linkedChoices
        .filter((known) => mayAsk || !known.endsWith('where'))
        .map((known) => (
          <option key={known} value={known}>
            {linkedText(link, known.startsWith('none'))}
            {known.endsWith('where') ? ' where' : ''}
          </option>
        ))}
    </NativeSelect>
  );
}

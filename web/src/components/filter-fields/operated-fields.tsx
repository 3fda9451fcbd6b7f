/**
 * The operators of a filter above the field of the one that is chosen. An address may use several at once, such as `country`
 * and `country_not`: the fields of the others follow, so that all that is in force can be changed.
 */
import { styled } from '@mui/material/styles';
import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type FilterOperator, operatorTexts } from './filter-operators.ts';
import { FlagField } from './flag-field.tsx';
import { OPERATOR, OperatorChoice } from './operator-choice.tsx';
import { BelowChip } from './use-list-open.ts';

interface OperatedFieldsProps {
  readonly label: string;
  readonly operators: readonly FilterOperator[];
  /** Those in the filters, the first of which is the one that is chosen. */
  readonly inForce: readonly FilterOperator[];
  /** The one that is chosen while none is in force; null: none. */
  readonly first: FilterOperator | null;
  readonly onChoose: (operator: FilterOperator) => void;
  /** "has a value" or "is blank", which have no field, no longer holds. */
  readonly onClear: (operator: FilterOperator) => void;
  /** The field of one of the others. */
  readonly field: (operator: FilterOperator, label: string) => ReactNode;
}

export function OperatedFields({ label, operators, inForce, first, onChoose, onClear, field }: OperatedFieldsProps) {
  /** One whose field is still empty is in no filter yet. */
  const [chosen, setChosen] = useState<FilterOperator | null>(null);
  const [pressCount, setPressCount] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  const chip = useContext(BelowChip);
  const notAlone = useMemo(() => ({ ...chip, isAlone: false }), [chip]);
  const below = useMemo(() => ({ ...notAlone, begun: '' }), [notAlone]);
  const main = chosen ?? inForce[0] ?? first;

  useLayoutEffect(() => {
    if (pressCount > 0) fields.current?.querySelector<HTMLElement>(`input:not([${OPERATOR}])`)?.focus();
  }, [pressCount]);

  const hasField = main !== null && !isPresence(main);
  useLayoutEffect(() => {
    // The field has gone with the focus, as when rows without a value were chosen among its values.
    if (!hasField && document.activeElement === document.body)
      fields.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [hasField]);

  function choose(operator: FilterOperator, isPressed: boolean): void {
    setChosen(operator);
    onChoose(operator);
    if (isPressed) setPressCount((count) => count + 1);
  }

  const others = inForce.filter((operator) => operator !== main);
  return (
    <Fields ref={fields}>
      {/* Among other filters nothing else says which one it is. */}
      {!hasField && !chip.isAlone && <Name aria-hidden>{label}</Name>}
      <OperatorChoice label={label} operators={operators} value={main} onChange={choose} />
      {hasField && (
        // An open list would cover the other fields.
        <BelowChip value={others.length === 0 ? chip : notAlone}>
          {/* "is" and "is not" have the same field, with what is typed into it. A press opens its list anew. */}
          <Field key={`${main === 'not' ? 'is' : main} ${pressCount}`}>{field(main, label)}</Field>
        </BelowChip>
      )}
      <BelowChip value={below}>
        {others.map((operator) => {
          const name = `${label} ${operatorTexts[operator]}`;
          return isPresence(operator) ? (
            <FlagField key={operator} label={name} isChecked onChange={() => onClear(operator)} />
          ) : (
            <Field key={operator}>{field(operator, name)}</Field>
          );
        })}
      </BelowChip>
    </Fields>
  );
}

function isPresence(operator: FilterOperator): boolean {
  return operator === 'has' || operator === 'blank';
}

const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.75rem' });
const Name = styled('div')(({ theme }) => ({ fontSize: '0.8125rem', fontWeight: 560, color: theme.vars.palette.text.secondary }));
const Field = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.75rem' });

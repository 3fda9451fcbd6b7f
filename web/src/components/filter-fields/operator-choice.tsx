/** What a filter says about its values, as radio buttons in one row. */
import { styled } from '@mui/material/styles';
import { useId, useRef } from 'react';
import { visuallyHidden } from '../visually-hidden.ts';
import { type FilterOperator, operatorTexts } from './filter-operators.ts';

interface OperatorChoiceProps {
  /** The name of the filter. */
  readonly label: string;
  readonly operators: readonly FilterOperator[];
  /** null: none is chosen yet. */
  readonly value: FilterOperator | null;
  /** `isPressed`: by a pointer, so that the focus may go on to the field. */
  readonly onChange: (operator: FilterOperator, isPressed: boolean) => void;
}

/** The attribute of its inputs: they are not the field that gets the focus when a filter opens. */
export const OPERATOR = 'data-operator';

export function OperatorChoice({ label, operators, value, onChange }: OperatorChoiceProps) {
  const name = useId();
  const isPressed = useRef(false);
  return (
    <Row
      role="radiogroup"
      // The field has the filter's name; two parts of that name could not be told apart.
      aria-label="Condition"
      aria-description={label}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onKeyDown={() => {
        isPressed.current = false;
      }}
    >
      {operators.map((operator) => (
        <label key={operator}>
          <input
            type="radio"
            name={name}
            checked={operator === value}
            onChange={() => onChange(operator, isPressed.current)}
            {...{ [OPERATOR]: operator }}
          />
          {operatorTexts[operator]}
        </label>
      ))}
    </Row>
  );
}

const Row = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  gap: 2,
  padding: 2,
  borderRadius: vars.shape.borderRadius,
  background: `color-mix(in srgb, ${vars.palette.text.primary} 7%, ${vars.palette.background.paper})`,
  '& label': {
    position: 'relative',
    flex: 'auto',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: '1.75rem',
    paddingInline: '0.375rem',
    borderRadius: vars.shape.borderRadius,
    fontSize: '0.8125rem',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    color: vars.palette.text.secondary,
  },
  '& label:hover': { color: vars.palette.text.primary },
  '& label:has(:checked)': {
    color: vars.palette.text.primary,
    fontWeight: 560,
    background: vars.palette.background.paper,
    boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
  },
  '& label:has(:focus-visible)': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  '& input': visuallyHidden,
  '@media (forced-colors: active)': { '& label:has(:checked)': { outline: '2px solid Highlight', outlineOffset: -2 } },
}));

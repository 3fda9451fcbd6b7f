/** The box that selects everybody on the page: in the header, and without one in the bar above the people. */
import { styled } from '@mui/material/styles';
import { CheckBox } from '../../../components/check-box.tsx';
import type { pageState } from '../../../components/data-grid/body/grid-selection.ts';
import { visuallyHidden } from '../../../components/visually-hidden.ts';

interface SelectPageProps {
  readonly state: ReturnType<typeof pageState>;
  readonly isDisabled: boolean;
  readonly onChange: () => void;
}

export function SelectPage({ state, isDisabled, onChange }: SelectPageProps) {
  return (
    <Label>
      <CheckBox isChecked={state === 'all'} isPartly={state === 'some'} isDisabled={isDisabled} onChange={onChange} />
      <span>Select all on this page</span>
    </Label>
  );
}

const Label = styled('label')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  cursor: 'pointer',
  '& > span': visuallyHidden,
});

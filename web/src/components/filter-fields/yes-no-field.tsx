/** A condition and its opposite as two checkboxes, of which one at most is checked; none filters nothing. */
import { negatedLabel } from './filter-operators.ts';
import { FlagField } from './flag-field.tsx';

interface YesNoFieldProps {
  readonly label: string;
  readonly isYes: boolean;
  readonly isNo: boolean;
  readonly onChange: (isYes: boolean, isNo: boolean) => void;
}

export function YesNoField({ label, isYes, isNo, onChange }: YesNoFieldProps) {
  return (
    <div style={{ display: 'grid', justifyItems: 'start' }}>
      <FlagField label={label} isChecked={isYes} onChange={(isChecked) => onChange(isChecked, false)} />
      <FlagField label={negatedLabel(label)} isChecked={isNo} onChange={(isChecked) => onChange(false, isChecked)} />
    </div>
  );
}

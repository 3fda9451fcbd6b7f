/** A condition and its opposite as two checkboxes, of which one at most is checked; none filters nothing. */
import { negatedLabel } from './filter-operators.ts';
import { FlagField } from './flag-field.tsx';

interface YesNoFieldProps {
  readonly label: string;
  readonly isYes: boolean;
  readonly isNo: boolean;
  readonly onChange: (isYes: boolean, isNo: boolean) => void;
  /** Rows with the condition, and without; null: not known. */
  readonly counts?: { readonly yes: number; readonly no: number } | null;
}

export function YesNoField({ label, isYes, isNo, onChange, counts = null }: YesNoFieldProps) {
  return (
    <div style={{ display: 'grid' }}>
      <FlagField label={label} isChecked={isYes} onChange={(isChecked) => onChange(isChecked, false)} count={counts?.yes} />
      <FlagField
        label={negatedLabel(label)}
        isChecked={isNo}
        onChange={(isChecked) => onChange(false, isChecked)}
        count={counts?.no}
      />
    </div>
  );
}

/** From one day to another, both inclusive. Sent as `YYYY-MM-DD`; an incomplete day does not filter yet. */
import { DayField } from './day-field.tsx';

interface DatesFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly after: string;
  readonly before: string;
  readonly onAfterChange: (day: string) => void;
  readonly onBeforeChange: (day: string) => void;
}

export function DatesField({ label, after, before, onAfterChange, onBeforeChange }: DatesFieldProps) {
  return (
    <>
      <DayField label={`${label} from`} value={after} max={before} onChange={onAfterChange} />
      <DayField label={`${label} to`} value={before} min={after} onChange={onBeforeChange} />
    </>
  );
}

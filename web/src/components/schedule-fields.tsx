/** When something repeats each day or week: a time of day in the zone of this browser. */
import { timeOfDay } from '@leadloom/shared/contract/digest-time';
import { FormField } from './form-field.tsx';

export const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isTimeOfDay(text: string): boolean {
  return timeOfDay.safeParse(text).success;
}

interface TimeOfDayFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TimeOfDayField({ value, onChange }: TimeOfDayFieldProps) {
  return (
    <FormField
      label="At"
      name="at"
      value={value}
      onChange={onChange}
      maxLength={5}
      error={isTimeOfDay(value) ? null : 'Enter a time such as 08:00.'}
      hint={`In ${zoneOfBrowser}.`}
    />
  );
}

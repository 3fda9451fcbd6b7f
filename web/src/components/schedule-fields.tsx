/** How often something repeats, and at which time of day in the zone of this browser. */
import { timeOfDay } from '@leadloom/shared/contract/digest-time';
import { useState } from 'react';
import { FormField } from './form-field.tsx';
import { SelectField, type SelectOption } from './select-field.tsx';

const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useSchedule<Frequency extends string>(frequencies: readonly Frequency[], first: Frequency) {
  const [every, setEvery] = useState<string>(first);
  const [at, setAt] = useState('08:00');
  const frequency = frequencies.find((known) => known === every);
  return {
    ...{ every, setEvery, at, setAt },
    /** The schedule as the body of a request has it; null: something is missing. */
    content: frequency === undefined || !isTimeOfDay(at) ? null : { every: frequency, at, zone: zoneOfBrowser },
  };
}

interface ScheduleFieldsProps {
  readonly schedule: Omit<ReturnType<typeof useSchedule>, 'content'>;
  readonly options: readonly SelectOption[];
  /** Whether the time of day matters. */
  readonly hasTime: boolean;
}

export function ScheduleFields({ schedule: { every, setEvery, at, setAt }, options, hasTime }: ScheduleFieldsProps) {
  return (
    <>
      <SelectField
        label="How often"
        name="every"
        value={every}
        onChange={setEvery}
        emptyLabel="Choose how often"
        options={options}
      />
      {hasTime && (
        <FormField
          label="At"
          name="at"
          value={at}
          onChange={setAt}
          maxLength={5}
          error={isTimeOfDay(at) ? null : 'Enter a time such as 08:00.'}
          hint={`In ${zoneOfBrowser}.`}
        />
      )}
    </>
  );
}

function isTimeOfDay(text: string): boolean {
  return timeOfDay.safeParse(text).success;
}

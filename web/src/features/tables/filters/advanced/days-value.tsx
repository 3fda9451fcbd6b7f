/** Days of which a condition means any: a field for each, and one more on request. */
import type { WhereValue } from '@leadloom/shared/tables/conditions/where-expression';
import { useLayoutEffect, useRef, useState } from 'react';
import { DayField } from '../../../../components/filter-fields/day-field.tsx';
import { TextButton } from '../../../../components/text-button.tsx';

interface DaysValueProps {
  readonly label: string;
  /** `YYYY-MM-DD`. */
  readonly days: readonly string[];
  /** `isTyped`: by keys, so that more may follow. */
  readonly onChange: (values: readonly WhereValue[], isTyped: boolean) => void;
}

export function DaysValue({ label, days, onChange }: DaysValueProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [isAdding, setAdding] = useState(false);
  useLayoutEffect(() => {
    if (isAdding) [...(fields.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  }, [isAdding]);
  const hasEmpty = isAdding || days.length === 0;

  function change(at: number, day: string, isTyped: boolean): void {
    const next = at < days.length ? days.with(at, day) : [...days, day];
    if (at === days.length) setAdding(false);
    onChange(
      [...new Set(next)].flatMap((one) => (one === '' ? [] : [{ day: one }])),
      isTyped,
    );
  }

  return (
    <div ref={fields} style={{ display: 'grid', gap: '0.375rem', justifyItems: 'start' }}>
      {[...days, ...(hasEmpty ? [''] : [])].map((day, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day that is typed becomes the value of its own field
        <div key={at} style={{ width: '100%' }}>
          <DayField
            label={at === 0 ? label : `${label}, day ${at + 1}`}
            value={day}
            onChange={(changed, isTyped) => change(at, changed, isTyped)}
          />
        </div>
      ))}
      {!hasEmpty && (
        <TextButton type="button" style={{ fontSize: '0.8125rem' }} onClick={() => setAdding(true)}>
          or another day
        </TextButton>
      )}
    </div>
  );
}

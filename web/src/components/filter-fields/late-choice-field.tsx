/** The choice of any values from a list, for screens on which it is always in sight. */
import { ComboboxShell } from '../combobox-shell.tsx';
import { lateField } from '../late-field.tsx';
import type { ChoiceFieldProps } from './choice-field.tsx';
import { Labelled } from './labelled.tsx';

export const LateChoiceField = lateField<ChoiceFieldProps>(async () => (await import('./choice-field.tsx')).ChoiceField, {
  instead: ({ label }, shell) => (
    <Labelled id={shell.id} label={label}>
      <ComboboxShell {...shell} placeholder="Any" />
    </Labelled>
  ),
  hasMore: ({ values }) => values.length > 0,
});

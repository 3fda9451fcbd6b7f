/** The field for tags, for screens on which it is always in sight. */
import { ComboboxShell } from '../combobox-shell.tsx';
import { Labelled } from '../filter-fields/labelled.tsx';
import { lateField } from '../late-field.tsx';
import type { TagsFieldProps } from './tags-field.tsx';

export const LateTagsField = lateField<TagsFieldProps>(async () => (await import('./tags-field.tsx')).TagsField, {
  instead: ({ label, placeholder }, shell) => (
    <Labelled id={shell.id} label={label}>
      <ComboboxShell {...shell} placeholder={placeholder} isFree />
    </Labelled>
  ),
  hasMore: ({ values }) => values.length > 0,
});

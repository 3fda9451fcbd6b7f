/** The field for tags, for screens on which it is always in sight. */
import { ComboboxShell } from '../combobox-shell.tsx';
import { Labelled } from '../filter-fields/labelled.tsx';
import { lazyField } from '../lazy-field.tsx';
import type { TagsFieldProps } from './tags-field.tsx';

export const LazyTagsField = lazyField<TagsFieldProps>(async () => (await import('./tags-field.tsx')).TagsField, {
  instead: ({ label, placeholder }, shell) => (
    <Labelled id={shell.id} label={label}>
      <ComboboxShell {...shell} placeholder={placeholder} isFree />
    </Labelled>
  ),
  hasMore: ({ values }) => values.length > 0,
});

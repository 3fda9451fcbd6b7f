import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Themed } from '../../testing/themed.tsx';

/** The test setup loads parts early; here one is rendered before that has happened. */
it('a tag that is typed before the field is loaded is added when the field is left', async () => {
  vi.resetModules();
  const { LateTagsField } = await import('./late-tags-field.tsx');
  const onChange = vi.fn();
  render(
    <Themed>
      <LateTagsField label="Tags" known={[]} values={[]} onChange={onChange} placeholder="Add a tag" limit={5} />
    </Themed>,
  );
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'Oslo fair');
  await userEvent.tab();
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(['Oslo fair']), { timeout: 10_000 });
  expect(onChange).toHaveBeenCalledTimes(1);
});

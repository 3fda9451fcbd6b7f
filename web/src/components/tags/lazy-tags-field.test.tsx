import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Themed } from '../../testing/themed.tsx';

afterEach(() => vi.doUnmock('./tags-field.tsx'));

/** The test setup loads parts early; here the field's code arrives only when `load` is called. */
async function renderUnloaded() {
  const gate = Promise.withResolvers<void>();
  vi.resetModules();
  vi.doMock('./tags-field.tsx', async (importOriginal) => {
    await gate.promise;
    return importOriginal();
  });
  const { LazyTagsField } = await import('./lazy-tags-field.tsx');
  const onChange = vi.fn();
  render(
    <Themed>
      <LazyTagsField label="Tags" known={[]} values={[]} onChange={onChange} placeholder="Add a tag" limit={5} />
    </Themed>,
  );
  return { onChange, load: gate.resolve, field: () => screen.getByRole('combobox', { name: 'Tags' }) };
}

it('a tag that is typed before the field is loaded is added when the field is left', async () => {
  const { onChange, load, field } = await renderUnloaded();
  await userEvent.type(field(), 'Oslo fair');
  await userEvent.tab();
  load();
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(['Oslo fair']), { timeout: 10_000 });
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('a tag during whose typing the field is loaded is added whole', async () => {
  const { onChange, load, field } = await renderUnloaded();
  const shell = field();
  await userEvent.type(shell, 'Oslo ');
  load();
  await waitFor(() => expect(field()).not.toBe(shell), { timeout: 10_000 });
  expect(field()).toHaveFocus();
  await userEvent.keyboard('fair{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['Oslo fair']);
});

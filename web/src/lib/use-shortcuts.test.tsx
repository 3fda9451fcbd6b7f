import Dialog from '@mui/material/Dialog';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Themed } from '../testing/themed.tsx';
import { useShortcuts } from './use-shortcuts.ts';

function Page({ onKey }: { readonly onKey: (key: string) => void }) {
  const [isOpen, setOpen] = useState(true);
  useShortcuts([
    [{ key: '?' }, () => onKey('?')],
    [{ key: 'j' }, () => onKey('j')],
  ]);
  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      transitionDuration={10_000}
      closeAfterTransition={false}
      slotProps={{ paper: { 'aria-label': 'Choices', 'aria-labelledby': undefined } }}
    >
      <input aria-label="Choice" />
    </Dialog>
  );
}

it('a key that is pressed right after Escape acts on the screen, while the dialog fades', async () => {
  const keys: string[] = [];
  render(<Page onKey={(key) => keys.push(key)} />, { wrapper: Themed });
  const person = userEvent.setup();
  await person.click(screen.getByRole('textbox', { name: 'Choice' }));
  await person.keyboard('j');
  await person.keyboard('{Escape}');
  await person.keyboard('?j');
  expect(screen.getByRole('textbox', { name: 'Choice', hidden: true })).toHaveValue('j');
  expect(keys).toEqual(['?', 'j']);
});

import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useShortcuts } from '../lib/use-shortcuts.ts';
import { expectLogged } from '../testing/expect-logged.ts';
import { Themed } from '../testing/themed.tsx';
import { lazyDialog, lazyOverlay, lazyPart } from './lazy-part.tsx';
import { Snackbars } from './snackbars.tsx';

interface PageProps {
  readonly Dialog: ComponentType<{ readonly onClose: () => void }>;
  readonly onExport: () => void;
}

/** L opens the dialog, E exports. */
function Page({ Dialog, onExport }: PageProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts([
    [{ key: 'l' }, () => setOpen(true)],
    [{ key: 'e' }, onExport],
  ]);
  return isOpen && <Dialog onClose={() => setOpen(false)} />;
}

describe('a late part', () => {
  it('a part is loaded when it is first shown, and what stands for it is shown until then', async () => {
    const { promise, resolve } = Promise.withResolvers<() => string>();
    const Part = lazyPart(
      () => promise,
      () => 'in a moment',
    );
    render(<Part />);
    expect(screen.getByText('in a moment')).toBeVisible();
    resolve(() => 'here');
    expect(await screen.findByText('here')).toBeVisible();
  });

  it('an overlay that cannot be loaded says so, and leaves the screen as it is', async () => {
    const expectLog = expectLogged('A part of the screen could not be loaded.');
    const Overlay = lazyOverlay<{ readonly open: boolean }>(
      () => Promise.reject(new Error('the file is gone')),
      ({ open }) => open,
    );
    const screenOf = (open: boolean) => (
      <>
        <input aria-label="Note" />
        <Overlay open={open} />
        <Snackbars />
      </>
    );
    const { rerender } = render(screenOf(false), { wrapper: Themed });
    const field = screen.getByRole('textbox', { name: 'Note' });
    rerender(screenOf(true));
    expect(await screen.findByText('This could not be loaded. Reload the page, and try again.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Note' })).toBe(field);
    await expectLog();
  });

  it('what is typed after the key that opens a dialog is written into it once its code is there, and is no shortcut', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done: string[] = [];
    const Dialog = lazyDialog<{ readonly onClose: () => void }>(async () => {
      await promise;
      return ({ onClose }) => (
        <form
          role="dialog"
          aria-label="New list"
          onSubmit={(event) => {
            event.preventDefault();
            done.push([...new FormData(event.currentTarget).values()].join(', '));
            onClose();
          }}
        >
          {/* biome-ignore lint/a11y/noAutofocus: as dialogs do */}
          <input aria-label="Name" name="name" autoFocus />
          <input aria-label="Note" name="note" />
          <button type="submit">Create</button>
        </form>
      );
    });
    render(<Page Dialog={Dialog} onExport={() => done.push('exported')} />, { wrapper: Themed });
    const person = userEvent.setup();
    await person.keyboard('lleex{Backspace}d{Tab}e{Enter}');
    expect(done).toEqual([]);
    resolve();
    await waitFor(() => expect(done).toEqual(['leed, e']));
    await person.keyboard('e');
    expect(done).toEqual(['leed, e', 'exported']);
  });
});

import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectLogged } from '../testing/expect-logged.ts';
import { Themed } from '../testing/themed.tsx';
import { lateOverlay, latePart } from './late-part.tsx';
import { Snackbars } from './snackbars.tsx';

describe('a late part', () => {
  it('a part is loaded when it is first shown, and what stands for it is shown until then', async () => {
    const { promise, resolve } = Promise.withResolvers<() => string>();
    const Part = latePart(
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
    const Overlay = lateOverlay<{ readonly open: boolean }>(
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
});

import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Themed } from '../../../testing/themed.tsx';
import { TourCard } from './tour-card.tsx';
import { clampStep, tourSteps } from './tour-steps.ts';

const nobody = () => undefined;

test('the tour has ten steps, one for each area, and the check comes last', () => {
  expect(tourSteps.map(({ target }) => target)).toEqual([
    'extension-status',
    'cookie-status',
    'manual-profiles',
    'connection-profiles',
    'search-profiles',
    'profiles-table',
    'download-config',
    'allowance',
    'download-profiles',
    'linkedin-check-button',
  ]);
});

test.each([
  [-1, 0],
  [0, 0],
  [9, 9],
  [10, 9],
])('a request for step %d opens step %d', (asked, step) => {
  expect(clampStep(asked)).toBe(step);
});

test('a card is a named dialog with the focus, a current dot, arrows and a close button', async () => {
  const onGo = vi.fn();
  const onClose = vi.fn();
  render(<TourCard index={3} onGo={onGo} onClose={onClose} />, { wrapper: Themed });
  const card = screen.getByRole('dialog', { name: 'Your connections' });
  expect(document.activeElement).toBe(card);
  expect(screen.getByRole('button', { name: /^Step 4 of 10/ }).getAttribute('aria-current')).toBe('step');
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Previous step' }));
  await person.click(screen.getByRole('button', { name: 'Next step' }));
  await person.click(screen.getByRole('button', { name: /^Step 10 of 10/ }));
  expect(onGo.mock.calls).toEqual([[2], [4], [9]]);
  await person.click(screen.getByRole('button', { name: 'Close tour' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [0, 'Previous step'],
  [9, 'Next step'],
])('step %d has no "%s"', (index, name) => {
  render(<TourCard index={index} onGo={nobody} onClose={nobody} />, { wrapper: Themed });
  expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

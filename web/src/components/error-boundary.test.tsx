import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Broken(): never {
  throw new Error('a chunk of an older version');
}

it('a broken page says that nothing is lost and what helps, until the path changes', () => {
  // React reports what the boundary caught, which this test expects.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { rerender } = render(
    <ErrorBoundary resetKey="/dashboard">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/app/dashboard');
  rerender(
    <ErrorBoundary resetKey="/keys">
      <p>Keys</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText('Keys')).toBeVisible();
});

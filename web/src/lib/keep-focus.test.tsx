import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

interface PageProps {
  /** Ends when the request does. */
  readonly request: Promise<void>;
}

function Page({ request }: PageProps) {
  const [isSending, setSending] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  useEffect(keepFocus, []);
  return (
    <main>
      <h1>Lists</h1>
      <section aria-label="Your lists">
        <button
          type="button"
          disabled={isSending}
          onClick={() => {
            setSending(true);
            void request.then(() => setSending(false));
          }}
        >
          Create
        </button>
        {!isDeleted && (
          <article>
            <button type="button" onClick={() => setDeleted(true)}>
              Delete
            </button>
          </article>
        )}
      </section>
    </main>
  );
}

it('a button that is disabled during its request has the focus again afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Page request={promise} />);
  const person = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Create' });
  await person.click(button);
  expect(button).toBeDisabled();
  // Browsers take the focus from what is disabled.
  button.blur();
  resolve();
  await waitFor(() => expect(button).toHaveFocus());
});

it('what is around a deleted entry takes the focus', async () => {
  render(<Page request={Promise.resolve()} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Your lists' })).toHaveFocus());
});

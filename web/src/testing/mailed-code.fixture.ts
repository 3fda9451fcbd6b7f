/** What every screen behind a mailed link owes its reader, told once; a screen's own story tells the rest. */
import { screen } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { StrictMode } from 'react';
import { expect, it } from 'vitest';
import { refuse } from './api.ts';
import { faults } from './faults.ts';
import { renderApp } from './render-app.tsx';
import { apiServer } from './server.ts';

interface MailedCodeScreen {
  /** The path with the code `code-1` in it. */
  readonly path: string;
  readonly title: string;
  readonly acceptedText: string;
  /** What a signed-out person whose code is refused is told to do. */
  readonly remedy: RegExp;
  /** The path below the API's base, as the server is asked. */
  readonly apiPath: string;
  /** Answers the screen's row; a code is accepted unless `judge` throws. */
  readonly answerCode: (judge: (code: unknown) => void | Promise<void>) => RequestHandler;
}

export function describeMailedCode({ path, title, acceptedText, remedy, apiPath, answerCode }: MailedCodeScreen): void {
  it('shows the check and its success, and asks the server once although effects run twice', async () => {
    const codes: unknown[] = [];
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answerCode((code) => {
        codes.push(code);
        return release.promise;
      }),
    );
    renderApp(path, { wrapper: StrictMode });
    expect(await screen.findByText('Checking code...')).toBeVisible();
    release.resolve();
    expect(await screen.findByText(acceptedText)).toBeVisible();
    expect(codes).toEqual(['code-1']);
    expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login');
    expect(document.title).toBe(`${title} · Leadloom`);
    // A link that was forwarded signs nobody in.
    expect(localStorage.length).toBe(0);
  });

  it.each([
    ['VERIFICATION.EXPIRED', 'Expired verification code'],
    ['VERIFICATION.INCORRECT', 'Incorrect verification code'],
  ] as const)('answers %s with a sentence', async (code, text) => {
    apiServer.use(
      answerCode(() => {
        throw refuse(code);
      }),
    );
    renderApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText('Checking code...')).toBeNull();
    expect(screen.getByText(remedy)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each(faults)('says so after $name, which is no word on the code, and asks again on request', async ({ respond, text }) => {
    apiServer.use(http.all(`/api/v1${apiPath}`, respond));
    const { person } = renderApp(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText(remedy)).toBeNull();
    apiServer.use(answerCode(() => undefined));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(acceptedText)).toBeVisible();
  });
}

import { me } from '@leadloom/shared/contract/accounts';
import { apiExamples } from '@leadloom/shared/contract/api-examples';
import { apiHeaders } from '@leadloom/shared/contract/api-headers';
import { errorRows, problemSchema } from '@leadloom/shared/contract/errors';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { commonErrors, exampleProblem, problemFields } from './error-facts.ts';
import { openEndpoints } from './open-endpoints.ts';

async function openArticle(path = '/docs/api') {
  const app = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'How to use the API' });
  return app;
}

describe('the article on the API', () => {
  afterEach(() => {
    for (const meta of document.querySelectorAll('meta[name="key-limits"]')) meta.remove();
  });

  it('is read without a session, and leads to signing in', async () => {
    const { location } = await openArticle();
    expect(location()).toBe('/docs/api');
    expect(document.title).toBe('How to use the API · Leadloom');
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(bar.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
    expect(screen.getByRole('link', { name: 'API Keys' })).toHaveAttribute('href', '/keys');
  });

  it('stands in the usual frame with one', async () => {
    signInForTest();
    apiServer.use(answer(me, () => aUser()));
    await openArticle();
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  });

  it('links every section from its contents', async () => {
    await openArticle();
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    for (const link of contents.getAllByRole('link')) {
      const section = document.querySelector(link.getAttribute('href') ?? '');
      expect(section).toBe(screen.getByRole('region', { name: link.textContent }));
    }
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Get a key',
      'Make a call',
      'Limits',
      'Errors',
      'Endpoints',
    ]);
  });

  it('shows one example at a time, for the server it came from, and copies it', async () => {
    const { person } = await openArticle();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    for (const { label, code, run } of apiExamples(window.location.origin)) {
      await person.click(screen.getByRole('tab', { name: label }));
      expect(screen.getByRole('tab', { name: label })).toHaveAttribute('aria-selected', 'true');
      const panel = screen.getByRole('tabpanel', { name: label });
      expect(screen.getAllByRole('tabpanel')).toEqual([panel]);
      expect(within(panel).getByRole('region').textContent).toBe(code);
      if (run !== null) expect(panel).toHaveTextContent(`Run it with ${run}.`);
      await person.click(within(panel).getByRole('button', { name: 'Copy' }));
      expect(writeText).toHaveBeenLastCalledWith(code);
      expect(within(panel).getByRole('button', { name: 'Copied!' })).toBeVisible();
    }
  });

  it('lets arrow keys choose the language', async () => {
    const { person } = await openArticle();
    await person.click(screen.getByRole('tab', { name: 'curl' }));
    await person.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'TypeScript' })).toHaveFocus();
  });

  it('names the limits in force, as the server wrote them into the page', async () => {
    const meta = document.createElement('meta');
    meta.name = 'key-limits';
    meta.content = '7 30 90';
    document.head.append(meta);
    await openArticle();
    const limits = within(screen.getByRole('region', { name: 'Limits' }));
    expect(limits.getByText('7 calls in a second')).toBeVisible();
    expect(limits.getByText('30 calls in a minute')).toBeVisible();
    expect(limits.getByText('90 calls in a minute')).toBeVisible();
  });

  it('sends readers to the headers where the server wrote none', async () => {
    await openArticle();
    const limits = within(screen.getByRole('region', { name: 'Limits' }));
    expect(limits.getByText(/How often a key may call is told by the header/)).toBeVisible();
    for (const name of apiHeaders.flatMap(({ names }) => names)) expect(limits.getAllByText(name)[0]).toBeVisible();
  });

  it('explains every field of an error and shows a true one', async () => {
    await openArticle();
    expect(problemSchema.parse(exampleProblem)).toEqual(exampleProblem);
    const explained = problemFields.flatMap(({ names }) => names);
    expect([...explained].sort()).toEqual(Object.keys(problemSchema.shape).sort());
    const errors = within(screen.getByRole('region', { name: 'Errors' }));
    expect(JSON.parse(errors.getByRole('region', { name: 'Body of an error' }).textContent ?? '')).toEqual(exampleProblem);
    const statuses = commonErrors.map(({ code }) => errorRows[code].status);
    expect(statuses).toEqual([...statuses].sort((one, other) => one - other));
    for (const { code } of commonErrors) expect(errors.getAllByText(code)[0]).toBeVisible();
  });

  it('lists what a key opens, with its price and its fields', async () => {
    await openArticle();
    const entries = within(screen.getByRole('region', { name: 'Endpoints' }));
    expect(entries.getAllByRole('article')).toHaveLength(openEndpoints().length);
    const usage = within(entries.getByRole('article', { name: 'GET /usage' }));
    expect(usage.getByText('Free')).toBeVisible();
    expect(usage.queryByText('Needs a trial or subscription')).toBeNull();
    for (const field of ['request_count', 'period_end', 'speed.minute']) expect(usage.getByText(field)).toBeVisible();
    expect(usage.getByText('object or null')).toBeVisible();
    expect(usage.getAllByText('object of limit, remaining, reset_seconds')).toHaveLength(3);
  });
});

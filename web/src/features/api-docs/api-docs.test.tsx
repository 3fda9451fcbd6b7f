import { me } from '@leadloom/shared/contract/accounts';
import { apiHeaders, exportHeaders } from '@leadloom/shared/contract/api-headers';
import { errorDefinitions, problemSchema } from '@leadloom/shared/contract/errors';
import { commonErrors } from '@leadloom/shared/reference/common-errors';
import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { readUsage } from '@leadloom/shared/reference/examples/api-examples';
import { exampleLanguages, languageLabels, runCommand } from '@leadloom/shared/reference/examples/example';
import { openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { exampleProblem, problemFields } from './error-facts.ts';

async function openArticle(path = '/docs/api') {
  const app = renderApp(path);
  // A long page, which a busy machine renders slowly.
  await screen.findByRole('heading', { level: 1, name: 'How to use the API' }, { timeout: 30_000 });
  return app;
}

describe('the article on the API', () => {
  afterEach(() => {
    for (const meta of document.querySelectorAll('meta[name="key-limits"]')) meta.remove();
  });

  it('the API article is readable without a session, and links to signing in', async () => {
    const { location } = await openArticle();
    expect(location()).toBe('/docs/api');
    await waitFor(() => expect(document.title).toBe('How to use the API · Leadloom'));
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(bar.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
    for (const link of screen.getAllByRole('link', { name: 'API Keys' })) expect(link).toHaveAttribute('href', '/keys');
  });

  it('the API article has the usual frame with a session', async () => {
    signInForTest();
    apiServer.use(answer(me, () => aUser()));
    await openArticle();
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  });

  it('the contents of the article link to every section', async () => {
    await openArticle();
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    for (const link of contents.getAllByRole('link')) {
      const section = document.querySelector(link.getAttribute('href') ?? '');
      expect(section).toBe(screen.getByRole('region', { name: link.textContent }));
    }
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Get a key',
      'Make a call',
      'Sandbox keys',
      'Keys that write',
      'Limits',
      'Errors',
      'Asking precisely',
      'Reading a whole table',
      'Unchanged responses',
      'Deleted rows',
      'Webhooks',
      'TypeScript client',
      'Data tables',
      'Match a list',
      'Lookups',
      'Your data',
      'Lists, tags and notes',
      'Views and alerts',
      'Webhooks and scheduled exports',
      'The API itself',
    ]);
  });

  it('an example shows one language at a time, uses this server’s address, and can be copied', async () => {
    const { person } = await openArticle();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    const example = readUsage(apiBase(window.location.origin));
    const section = within(screen.getByRole('region', { name: 'Make a call' }));
    for (const language of exampleLanguages) {
      await person.click(section.getByRole('tab', { name: languageLabels[language] }));
      expect(section.getByRole('tab', { name: languageLabels[language] })).toHaveAttribute('aria-selected', 'true');
      const panel = section.getByRole('tabpanel', { name: languageLabels[language] });
      expect(section.getAllByRole('tabpanel')).toEqual([panel]);
      expect(within(panel).getByRole('region').textContent).toBe(example.code[language]);
      const run = runCommand(example.name, language);
      if (run !== null) expect(panel).toHaveTextContent(`Run it with ${run}.`);
      await person.click(within(panel).getByRole('button', { name: 'Copy' }));
      expect(writeText).toHaveBeenLastCalledWith(example.code[language]);
      expect(within(panel).getByRole('button', { name: 'Copied!' })).toBeVisible();
    }
  });

  it('all examples are shown in the language chosen at one of them', async () => {
    const { person } = await openArticle();
    const [first] = screen.getAllByRole('tab', { name: 'Python' });
    if (first === undefined) throw new Error('there are no examples');
    await person.click(first);
    for (const tab of screen.getAllByRole('tab', { name: 'Python' })) expect(tab).toHaveAttribute('aria-selected', 'true');
    const walk = within(screen.getByRole('region', { name: 'Reading a whole table' }));
    expect(walk.getByRole('region', { name: 'All rows, page by page, in Python' })).toHaveTextContent('next_cursor');
  });

  it('arrow keys choose the language', async () => {
    const { person } = await openArticle();
    const section = within(screen.getByRole('region', { name: 'Make a call' }));
    await person.click(section.getByRole('tab', { name: 'curl' }));
    await person.keyboard('{ArrowRight}');
    expect(section.getByRole('tab', { name: 'TypeScript' })).toHaveFocus();
  });

  it('the article shows the limits that the server wrote into the page', async () => {
    const meta = document.createElement('meta');
    meta.name = 'key-limits';
    meta.content = '7 30 90';
    document.head.append(meta);
    await openArticle();
    const limits = within(screen.getByRole('region', { name: 'Limits' }));
    expect(limits.getByText('7 calls per second')).toBeVisible();
    expect(limits.getByText('30 calls per minute')).toBeVisible();
    expect(limits.getByText('90 calls per minute')).toBeVisible();
  });

  it('the article refers to the headers if the server wrote no limits', async () => {
    await openArticle();
    const limits = within(screen.getByRole('region', { name: 'Limits' }));
    expect(limits.getByText(/of every response says how often a key may call/)).toBeVisible();
    for (const name of [...apiHeaders, ...exportHeaders].flatMap(({ names }) => names))
      expect(limits.getAllByText(name)[0]).toBeVisible();
  });

  it('the article explains every field of an error and shows a valid example', async () => {
    await openArticle();
    expect(problemSchema.parse(exampleProblem)).toEqual(exampleProblem);
    const explained = problemFields.flatMap(({ names }) => names);
    expect([...explained].sort()).toEqual(Object.keys(problemSchema.shape).sort());
    const errors = within(screen.getByRole('region', { name: 'Errors' }));
    expect(JSON.parse(errors.getByRole('region', { name: 'Body of an error' }).textContent ?? '')).toEqual(exampleProblem);
    const statuses = commonErrors.map(({ code }) => errorDefinitions[code].status);
    expect(statuses).toEqual([...statuses].sort((one, other) => one - other));
    for (const { code } of commonErrors) expect(errors.getAllByText(code)[0]).toBeVisible();
  });

  it('the article lists every endpoint open to keys, the tables’ endpoints for one table at a time', async () => {
    await openArticle();
    const shown = screen.getAllByRole('article').map(({ id }) => id);
    const open = openEndpoints().filter(({ definition }) => definition === null || definition.name === 'companies');
    for (const { endpoint: row } of open)
      expect(screen.getByRole('heading', { level: 3, name: `${row.method} ${row.path}` })).toBeVisible();
    expect(shown).toEqual(expect.arrayContaining(['companies.list', 'companies.get', 'getUsage', 'listDeletedRows']));
  });

  it('the article shows the filters and columns of the chosen table, and remembers it in the address', async () => {
    const { person, location } = await openArticle();
    const tables = within(screen.getByRole('region', { name: 'Data tables' }));
    for (const name of tableNames) {
      const { title, filters, columns } = tableByName(name);
      await person.click(tables.getByRole('tab', { name: title }));
      expect(location()).toBe(`/docs/api?table=${name}`);
      const panel = within(tables.getByRole('tabpanel', { name: title }));
      expect(panel.getByRole('article', { name: `GET /table/${name}` })).toBeVisible();
      const words = (part: string) => panel.getByText(`${part} of ${title}`).closest('details')?.textContent;
      for (const { key, kind } of filters) expect(words('Filters')).toContain(kind === 'dates' ? 'on or after this day' : key);
      for (const { field } of columns) expect(words('Columns')).toContain(field);
    }
  });

  it('the article opens at the table in the address', async () => {
    await openArticle('/docs/api?table=reddit-posts');
    expect(screen.getByRole('tab', { name: 'Reddit Posts' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('article', { name: 'GET /table/reddit-posts/{id}' })).toBeVisible();
  });

  it('the article shows the cost, fields and an example of each endpoint', async () => {
    await openArticle();
    const usage = within(screen.getByRole('article', { name: 'GET /usage' }));
    expect(usage.getByText('Free')).toBeVisible();
    expect(usage.queryByText('Needs a trial or subscription')).toBeNull();
    for (const field of ['request_count', 'period_end', 'member.limit', 'speed.minute'])
      expect(usage.getByText(field)).toBeVisible();
    expect(usage.getAllByText('object or null')).toHaveLength(2);
    expect(usage.getByRole('link', { name: 'Make a call' })).toHaveAttribute('href', '#call');
    expect(usage.getAllByText('object of limit, remaining, reset_seconds')).toHaveLength(3);
    const list = within(screen.getByRole('article', { name: 'GET /table/companies' }));
    expect(list.getByText('Counts as one request')).toBeVisible();
    expect(list.getByText('list of rows')).toBeVisible();
    // With a key, counted endpoints need a plan, whatever a session needs.
    const profiles = within(screen.getByRole('article', { name: 'GET /linkedin/users' }));
    expect(profiles.getByText('Needs a trial or subscription')).toBeVisible();
    expect(profiles.getByText('Profiles per page')).toBeInTheDocument();
    expect(list.getByText('Example: rows that match a filter')).toBeVisible();
  });
});

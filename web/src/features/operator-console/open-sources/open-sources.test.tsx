import { me } from '@leadloom/shared/contract/accounts';
import {
  changeOpenSource,
  changeOpenSourceSettings,
  type JobBoard,
  listJobBoards,
  listOpenSources,
  type OpenSourceStatus,
  removeJobBoard,
  runOpenSource,
  tryOpenSource,
} from '@leadloom/shared/contract/open-sources';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

const aSource = (changes: Partial<OpenSourceStatus> = {}): OpenSourceStatus => ({
  id: 'sec-form-d',
  title: 'SEC Form D',
  state: 'off',
  needs: null,
  last_run_at: null,
  next_run_at: null,
  rows: 0,
  added: 0,
  changed: 0,
  error: null,
  can_confirm: false,
  attribution: 'Source: U.S. Securities and Exchange Commission.',
  publisher: 'The U.S. Securities and Exchange Commission',
  licence: 'public domain',
  tables: ['companies', 'people'],
  countries: ['US'],
  size: '4 MB a quarter',
  every: 'every business day',
  label: null,
  options: [{ key: 'vehicles', label: 'Vehicles and pooled funds', on: false }],
  boards: null,
  ...changes,
});

describe('open sources in the console', () => {
  let sources: OpenSourceStatus[];
  let settings: { contact: string | null; is_contact_set_by_server: boolean; sells_in: string[] | null };
  let asked: unknown[];

  beforeEach(() => {
    signInForTest();
    sources = [aSource()];
    settings = { contact: 'data@leadloom.example', is_contact_set_by_server: false, sells_in: null };
    asked = [];
    const change = (changes: Partial<OpenSourceStatus>) => {
      sources = sources.map((source) => ({ ...source, ...changes }));
      return sources[0] ?? aSource();
    };
    apiServer.use(
      answer(me, () => aUser({ is_operator: true })),
      answer(listOpenSources, () => ({ data: sources, total: sources.length, ...settings })),
      answer(changeOpenSourceSettings, ({ body }) => {
        asked.push(body);
        settings = {
          ...settings,
          ...(body.contact === undefined ? {} : { contact: body.contact }),
          sells_in: body.sells_in ?? settings.sells_in,
        };
        return undefined;
      }),
      answer(changeOpenSource, ({ body }) => {
        asked.push(body);
        return change(body.on === undefined ? {} : { state: body.on ? 'waiting' : 'off' });
      }),
      answer(runOpenSource, ({ body }) => {
        asked.push(body);
        return change({ state: 'waiting', error: null, can_confirm: false });
      }),
    );
  });

  it('a source says what it is, and is switched on', async () => {
    const { person } = renderApp('/operator/open-sources');
    const entry = within(await screen.findByRole('list', { name: 'Open sources' }));
    expect(entry.getByRole('heading', { name: 'SEC Form D' })).toBeVisible();
    expect(
      entry.getByText(
        'Companies and People from the U.S. Securities and Exchange Commission, every business day, 4 MB a quarter',
      ),
    ).toBeVisible();
    expect(entry.getByRole('status')).toHaveTextContent('Off');
    expect(entry.queryByLabelText('Paste job boards')).toBeNull();
    await person.click(entry.getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(entry.getByRole('status')).toHaveTextContent('On'));
    await person.click(entry.getByLabelText('Vehicles and pooled funds'));
    await waitFor(() => expect(asked).toEqual([{ on: true }, { options: { vehicles: true } }]));
  });

  it('a sentence about a source is one, whoever publishes it and however few rows it has', async () => {
    sources = [aSource({ publisher: 'The companies themselves', state: 'running', added: 1, changed: 2 })];
    renderApp('/operator/open-sources');
    expect(await screen.findByText(/^Companies and People from the companies themselves, every/)).toBeVisible();
    expect(screen.getByText('Running: 1 row added, 2 changed so far')).toBeVisible();
  });

  it('the countries where the operator sells are saved, those of sources and others', async () => {
    const { person } = renderApp('/operator/open-sources');
    const group = within(await screen.findByRole('group', { name: 'Where do you sell?' }));
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await person.click(group.getByLabelText('United States: SEC Form D'));
    await person.selectOptions(screen.getByLabelText('Another country'), 'Germany');
    expect(group.getByLabelText('Germany')).toBeChecked();
    await person.click(save);
    await waitFor(() => expect(asked).toEqual([{ sells_in: ['US', 'DE'] }]));
  });

  it('a contact is checked, saved, and refused with the reason', async () => {
    settings = { ...settings, contact: null };
    sources = [aSource({ needs: 'contact' })];
    const { person } = renderApp('/operator/open-sources');
    const field = await screen.findByLabelText('Contact for publishers');
    expect(screen.getByText(/^Enter a contact above\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run now' })).toBeDisabled();
    await person.type(field, 'nobody');
    await person.click(screen.getByRole('button', { name: 'Save contact' }));
    expect(await screen.findByText('This is no email address.')).toBeVisible();
    await person.clear(field);
    await person.type(field, 'data@leadloom.example');
    await person.click(screen.getByRole('button', { name: 'Save contact' }));
    await waitFor(() => expect(asked).toEqual([{ contact: 'data@leadloom.example' }]));
    apiServer.use(
      answer(changeOpenSourceSettings, () => {
        throw refuse('SOURCES.CONTACT_REFUSED');
      }),
    );
    await person.clear(field);
    await person.type(field, 'noreply@leadloom.example');
    await person.click(screen.getByRole('button', { name: 'Save contact' }));
    expect(await screen.findByText(/Publishers refuse addresses/)).toBeVisible();
  });

  it('a contact that the server sets is shown and not asked for', async () => {
    settings = { ...settings, is_contact_set_by_server: true };
    renderApp('/operator/open-sources');
    expect(await screen.findByText('data@leadloom.example')).toBeVisible();
    expect(screen.queryByLabelText('Contact for publishers')).toBeNull();
  });

  it('a refused file is loaded once the operator confirms', async () => {
    sources = [aSource({ state: 'failed', error: 'The file has 8 rows, and the last one had 10.', can_confirm: true })];
    const { person } = renderApp('/operator/open-sources');
    expect(await screen.findByText(/The file has 8 rows/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Load it anyway' }));
    await person.click(await screen.findByRole('button', { name: 'Load it' }));
    await waitFor(() => expect(asked).toEqual([{ confirm: true }]));
  });

  it('job boards are pasted, one a line, and what was added is told', async () => {
    sources = [aSource({ id: 'job-boards', title: 'Job boards', boards: 2 })];
    apiServer.use(
      answer(changeOpenSource, ({ body }) => {
        asked.push(body);
        if (body.boards?.includes('acme.example') === true)
          throw refuse('SOURCES.NOT_A_BOARD', '"acme.example" is no job board.');
        sources = [aSource({ id: 'job-boards', title: 'Job boards', boards: 5 })];
        return { ...aSource(), boards: 5, boards_added: 3 };
      }),
    );
    const { person } = renderApp('/operator/open-sources');
    const field = await screen.findByLabelText('Paste job boards');
    const add = screen.getByRole('button', { name: 'Add boards' });
    expect(add).toBeDisabled();
    await person.type(field, 'acme.example');
    await person.click(add);
    expect(await screen.findByText('"acme.example" is no job board.')).toBeVisible();
    expect(field, 'what was pasted stays').toHaveValue('acme.example');
    await person.clear(field);
    await person.click(field);
    await person.paste('jobs.lever.co/a\n\n jobs.lever.co/b \r\njobs.lever.co/c\njobs.lever.co/d\n');
    await person.click(add);
    expect(await screen.findByText('3 boards added, 1 was known.')).toBeVisible();
    expect(asked.at(-1)).toEqual({ boards: ['jobs.lever.co/a', 'jobs.lever.co/b', 'jobs.lever.co/c', 'jobs.lever.co/d'] });
    expect(field).toHaveValue('');
    expect(await screen.findByText('5')).toBeVisible();
    await person.click(field);
    await person.paste('jobs.lever.co/a\n'.repeat(501));
    expect(screen.getByText('At most 500 addresses at once.')).toBeVisible();
    expect(add).toBeDisabled();
  });

  it('job boards are looked up, and one of them is removed', async () => {
    const aBoard = (token: string, changes: Partial<JobBoard> = {}): JobBoard => ({
      provider: 'lever',
      token,
      url: `https://jobs.lever.co/${token}`,
      company_name: null,
      company_website: null,
      read_at: null,
      error: null,
      ...changes,
    });
    let boards = [
      aBoard('acme', { company_name: 'Acme Canal Works', read_at: '2026-03-31T09:00:00.000Z' }),
      aBoard('bolt', { error: 'https://jobs.lever.co/bolt: there is no such board' }),
    ];
    sources = [aSource({ id: 'job-boards', title: 'Job boards', boards: 2 })];
    apiServer.use(
      answer(listJobBoards, ({ url }) => {
        const q = url.searchParams.get('q') ?? '';
        const found = boards.filter(({ token }) => token.includes(q));
        return { data: found, total: found.length };
      }),
      answer(removeJobBoard, ({ url }) => {
        asked.push(url.pathname);
        boards = boards.filter(({ token }) => !url.pathname.endsWith(token));
        sources = [aSource({ id: 'job-boards', title: 'Job boards', boards: 1 })];
        return undefined;
      }),
    );
    const { person } = renderApp('/operator/open-sources');
    await person.click(await screen.findByRole('button', { name: 'Show the 2 boards' }));
    const table = within(await screen.findByRole('table', { name: 'Job boards' }));
    expect(table.getByText('Acme Canal Works')).toBeVisible();
    expect(table.getByText('https://jobs.lever.co/bolt: there is no such board')).toBeVisible();
    await person.type(screen.getByLabelText('Find a board'), 'bolt');
    await waitFor(() => expect(screen.queryByText('Acme Canal Works')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Remove jobs.lever.co/bolt' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove jobs.lever.co/bolt?' }));
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The board is removed.')).toBeVisible();
    expect(asked).toEqual([expect.stringMatching(/\/operator\/job-boards\/lever\/bolt$/)]);
    expect(await screen.findByText('No board matches. Try a shorter part of its name.')).toBeVisible();
    await person.clear(screen.getByLabelText('Find a board'));
    expect(await screen.findByText('Acme Canal Works')).toBeVisible();
  });

  it('a running source is followed until it has ended', async () => {
    sources = [aSource({ state: 'running', added: 1_200, label: 'not yet seen live' })];
    renderApp('/operator/open-sources');
    expect(await screen.findByText('Running: 1,200 rows added, 0 changed so far (not yet seen live)')).toBeVisible();
    sources = [
      aSource({
        state: 'waiting',
        rows: 1_500,
        last_run_at: '2026-03-31T09:00:00.000Z',
        next_run_at: '2026-04-01T09:00:00.000Z',
      }),
    ];
    await waitFor(() => expect(screen.getByText('1,500')).toBeVisible(), { timeout: 5_000 });
  });

  it('a try shows what was read and what was missing', async () => {
    apiServer.use(
      answer(tryOpenSource, () => ({
        url: 'https://register.example/one',
        rows: [{ table: 'companies' as const, cells: { name: 'Fjord Weavers AS', website: null, employee_count: '12' } }],
        missing: ['website'],
        error: null,
      })),
    );
    const { person } = renderApp('/operator/open-sources');
    await person.click(await screen.findByRole('button', { name: 'Try it' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What SEC Form D answered' }));
    expect(dialog.getByText('https://register.example/one')).toBeVisible();
    expect(dialog.getByText('Fjord Weavers AS')).toBeVisible();
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name', 'Website', 'Employee count']);
    expect(dialog.getByText('Missing: website')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

import { listTrackedSubreddits, trackSubreddits } from '@leadloom/shared/contract/reddit';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { signInToWorkspace } from '../../../testing/shared-workspace.ts';
import {
  aSubreddit,
  box,
  chip,
  enter,
  heading,
  loadSubreddits,
  openSubreddits,
  put,
  rowOf,
  serveSubreddits,
  table,
  trackButton,
} from '../testing/subreddits.fixture.ts';

const LIST = '/api/v1/reddit/track-subreddits';

beforeAll(loadSubreddits);

describe('tracked subreddits', () => {
  it('tracked subreddits are counted, listed with their last visit, and link to their posts', async () => {
    serveSubreddits({ subreddits: [aSubreddit('Gardening', { post_count: 1234 }), aSubreddit('weaving')] });
    await openSubreddits();
    await heading(2);
    expect(document.title).toBe('Reddit Subreddit Tracking · Leadloom');
    expect(table().getByRole('columnheader', { name: 'Subreddit Name' })).toBeVisible();
    expect(table().getByRole('columnheader', { name: 'Last Crawled' })).toBeVisible();
    const row = await rowOf('Gardening');
    expect(row.getByText(/2098/)).toHaveAttribute('datetime', '2098-03-01T09:00:00.000Z');
    expect(row.getByRole('link', { name: '1,234 posts' })).toHaveAttribute('href', '/table/reddit-posts?subreddit=Gardening');
    expect(screen.getByRole('link', { name: 'View Tracked Posts' })).toHaveAttribute(
      'href',
      '/table/reddit-posts?subreddit=Gardening,weaving',
    );
  });

  it('the screen says that it is loading until the list is there', async () => {
    const release = Promise.withResolvers<void>();
    serveSubreddits();
    apiServer.use(answer(listTrackedSubreddits, () => release.promise.then(() => ({ data: [aSubreddit('weaving')] }))));
    await openSubreddits();
    expect(await screen.findByText('Loading tracked names…')).toBeVisible();
    release.resolve();
    await rowOf('weaving');
    expect(screen.queryByText('Loading tracked names…')).toBeNull();
  });

  it('a subreddit links to all counted posts, in any spelling of its name', async () => {
    const spellings = ['Gardening', 'gardening'];
    serveSubreddits({ subreddits: [aSubreddit('Gardening', { spellings, post_count: 3 }), aSubreddit('weaving')] });
    await openSubreddits();
    const row = await rowOf('Gardening');
    const own = '/table/reddit-posts?subreddit=Gardening,gardening';
    expect(row.getByRole('link', { name: '3 posts' })).toHaveAttribute('href', own);
    expect(screen.getByRole('link', { name: 'View Tracked Posts' })).toHaveAttribute('href', `${own},weaving`);
  });

  it('an empty list of subreddits says so and has no link to posts', async () => {
    serveSubreddits();
    await openSubreddits();
    expect(await screen.findByText('No Reddit subreddits currently being tracked.')).toBeVisible();
    await heading(0);
    expect(screen.queryByRole('link', { name: 'View Tracked Posts' })).toBeNull();
  });

  it('subreddits that were never visited say so', async () => {
    serveSubreddits({ subreddits: [aSubreddit('weaving', { last_collected_at: null })] });
    await openSubreddits();
    expect((await rowOf('weaving')).getByText('never crawled')).toBeVisible();
  });

  it.each([
    ['a status', () => new HttpResponse(null, { status: 409 }), 'Failed to fetch tracked Reddit subreddits. Status: 409'],
    ['nothing found', () => new HttpResponse(null, { status: 404 }), 'Failed to fetch tracked Reddit subreddits. Status: 404'],
    [
      'what is no list',
      () => HttpResponse.json({ data: 'none' }),
      'Error fetching tracked Reddit subreddits. Please check console.',
    ],
  ])('a failed load of the subreddits says why and keeps the selection: %s', async (_, respond, text) => {
    const expectLog = expectLogged(text);
    serveSubreddits({ subreddits: [aSubreddit('Gardening')] });
    apiServer.use(http.get(LIST, respond, { once: true }));
    const { person } = await openSubreddits();
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    await enter(person, 'weaving');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await heading(1);
    expect(chip('weaving')).toBeVisible();
    expect(screen.queryByText(text)).toBeNull();
    expect(screen.getByRole('region', { name: 'Tracked subreddits' })).toHaveFocus();
  });
});

describe('tracking subreddits', () => {
  it('adding sends chosen and typed names in their normal form', async () => {
    const server = serveSubreddits();
    const { person } = await openSubreddits();
    await heading(0);
    await enter(person, 'https://www.reddit.com/r/weaving/new');
    expect(chip('weaving')).toBeVisible();
    expect(box()).toHaveValue('');
    await put(person, 'r/Gardening');
    await person.click(trackButton());
    expect(await screen.findByText('Successfully updated tracked Reddit subreddits.')).toBeVisible();
    expect(server.tracked).toEqual([['weaving', 'Gardening']]);
    await heading(2);
    expect(chip('weaving')).toBeNull();
    expect(box()).toHaveValue('');
    expect(box()).toHaveFocus();
  });

  it('Enter alone sends the chosen names', async () => {
    const server = serveSubreddits();
    const { person } = await openSubreddits();
    await enter(person, 'weaving');
    await person.keyboard('{Enter}');
    await heading(1);
    expect(server.tracked).toEqual([['weaving']]);
  });

  it('a name is added once, however it is spelled', async () => {
    serveSubreddits();
    const { person } = await openSubreddits();
    await enter(person, 'weaving', 'r/Weaving');
    expect(screen.getAllByRole('button', { name: /^weaving$/i })).toHaveLength(1);
    expect(box()).toHaveValue('');
  });

  it('a pasted list is added at once, and invalid names stay in the field', async () => {
    serveSubreddits();
    const { person } = await openSubreddits();
    await put(person, 'weaving, r/Gardening\nu/somebody');
    expect(chip('weaving')).toBeVisible();
    expect(chip('Gardening')).toBeVisible();
    expect(box()).toHaveValue('u/somebody');
    expect(screen.getByText('"u/somebody" is not a subreddit name.')).toBeVisible();
    await person.click(trackButton());
    expect(screen.getByText('"u/somebody" is not a subreddit name.')).toBeVisible();
    expect(chip('weaving')).toBeVisible();
  });

  it('a typed name that is already tracked is reported', async () => {
    const server = serveSubreddits({ subreddits: [aSubreddit('Gardening')] });
    const { person } = await openSubreddits();
    await heading(1);
    await put(person, 'gardening');
    await person.click(trackButton());
    expect(screen.getByText('"gardening" is already tracked.')).toBeVisible();
    expect(server.tracked).toEqual([]);
  });

  it('adding requires at least one name', async () => {
    serveSubreddits();
    const { person } = await openSubreddits();
    expect(trackButton()).toBeDisabled();
    await person.type(box(), '{Enter}');
    expect(screen.getByText('Please select at least one Reddit Subreddit to track.')).toBeVisible();
    await person.type(box(), ' ');
    expect(screen.queryByText('Please select at least one Reddit Subreddit to track.')).toBeNull();
    await person.click(trackButton());
    expect(screen.getByText('Please select at least one Reddit Subreddit to track.')).toBeVisible();
  });

  it('the button cannot be pressed again while names are sent', async () => {
    const server = serveSubreddits();
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(trackSubreddits, async ({ body }) => {
        server.tracked.push(body.subreddit_names);
        await release.promise;
        return { data: [aSubreddit('weaving')] };
      }),
    );
    const { person } = await openSubreddits();
    await heading(0);
    await put(person, 'weaving');
    await person.dblClick(trackButton());
    expect(trackButton()).toBeDisabled();
    release.resolve();
    await heading(1);
    expect(server.tracked).toHaveLength(1);
  });

  it.each([
    [
      'a refusal, with the server’s reason',
      () => HttpResponse.json({ code: 'TRACKING.NAME_INVALID', msg: '“x” is not valid.' }, { status: 400 }),
      ['Failed to track Reddit subreddits. Status: 400', '“x” is not valid.'],
    ],
    [
      'no answer',
      () => HttpResponse.error(),
      [
        'Error tracking Reddit subreddits. Please check console.',
        'The server cannot be reached. Check your connection and try again.',
      ],
    ],
  ])('chosen names stay after %s', async (_, respond, [text = '', reason = '']) => {
    const expectLog = expectLogged(text);
    serveSubreddits();
    apiServer.use(http.post(LIST, respond));
    const { person } = await openSubreddits();
    await heading(0);
    await enter(person, 'weaving');
    await person.click(trackButton());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    await expectLog();
    expect(chip('weaving')).toBeVisible();
    await person.type(box(), 'x');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('a viewer of a shared workspace tracks nothing, by Enter either', async () => {
    const { user } = signInToWorkspace({ role: 'viewer' });
    const server = serveSubreddits({ user });
    const { person } = renderApp('/social');
    await heading(0);
    await enter(person, 'weaving');
    await person.keyboard('{Enter}');
    expect(server.tracked).toEqual([]);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('You do not have the right “collect” in this workspace.');
  });
});

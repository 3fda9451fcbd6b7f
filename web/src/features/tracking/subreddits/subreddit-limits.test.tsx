import { listTrackedSubreddits, trackSubreddits, untrackSubreddit } from '@leadloom/shared/contract/reddit';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { apiServer } from '../../../testing/server.ts';
import {
  box,
  chip,
  enter,
  heading,
  loadSubreddits,
  manySubreddits,
  openSubreddits,
  put,
  rowOf,
  serveSubreddits,
  table,
  trackButton,
} from '../testing/subreddits.fixture.ts';

const LIST = '/api/v1/reddit/track-subreddits';

beforeAll(loadSubreddits);

describe('at the limit of twenty', () => {
  it('the field is disabled at the limit and says so', async () => {
    serveSubreddits({ subreddits: manySubreddits(20) });
    await openSubreddits();
    await heading(20);
    expect(box()).toBeDisabled();
    expect(trackButton()).toBeDisabled();
    expect(screen.getByText('You are tracking the maximum of 20 subreddits. Delete some below to add more.')).toBeVisible();
  });

  it('a typed name beyond it is refused and stays in the field', async () => {
    serveSubreddits({ subreddits: manySubreddits(19) });
    const { person } = await openSubreddits();
    await heading(19);
    await enter(person, 'weaving', 'r/Gardening');
    expect(
      screen.getByText('Cannot add "Gardening". You have reached the maximum limit of 20 subreddits. Delete some to add more.'),
    ).toBeVisible();
    expect(chip('weaving')).toBeVisible();
    expect(chip('Gardening')).toBeNull();
    expect(box()).toHaveValue('Gardening');
    expect(trackButton()).toBeEnabled();
  });

  it('names beyond the limit, chosen or typed, are not sent', async () => {
    const server = serveSubreddits({ subreddits: manySubreddits(19) });
    const { person } = await openSubreddits();
    await heading(19);
    await enter(person, 'weaving');
    await put(person, 'gardening');
    await person.click(trackButton());
    expect(
      screen.getByText(
        'Adding these subreddits would exceed the maximum limit of 20. Please select fewer or delete existing ones.',
      ),
    ).toBeVisible();
    expect(server.tracked).toEqual([]);
    expect(box()).toHaveValue('gardening');
  });

  it('the twentieth subreddit is accepted, and deleting one makes room at once', async () => {
    const server = serveSubreddits({ subreddits: manySubreddits(19) });
    const { person } = await openSubreddits();
    await heading(19);
    await put(person, 'weaving');
    await person.click(trackButton());
    await heading(20);
    await waitFor(() => expect(box()).toBeDisabled());
    await waitFor(() => expect(screen.getByRole('region', { name: 'Tracked subreddits' })).toHaveFocus());
    await person.click((await rowOf('weaving')).getByRole('button', { name: 'Delete' }));
    await heading(19);
    await waitFor(() => expect(box()).toBeEnabled());
    expect(server.untracked).toEqual(['weaving']);
  });
});

describe('deleting a subreddit', () => {
  it('deleting a subreddit removes its row, says so, and keeps the focus nearby', async () => {
    const server = serveSubreddits({ subreddits: manySubreddits(2) });
    const { person } = await openSubreddits();
    const row = await rowOf('loom_01');
    expect(row.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription('loom_01');
    await person.click(row.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Successfully deleted Reddit subreddit loom_01.')).toBeVisible();
    expect(server.untracked).toEqual(['loom_01']);
    await heading(1);
    expect(screen.getByRole('region', { name: 'Tracked subreddits' })).toHaveFocus();
    await waitFor(() => expect(table().queryByText('loom_01')).toBeNull());
  });

  it('the row of a deleted subreddit stays for a moment, so that a double click hits no other row', async () => {
    const server = serveSubreddits({ subreddits: manySubreddits(3) });
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(untrackSubreddit, async ({ body }) => {
        server.untracked.push(body.subreddit_name);
        await release.promise;
        return undefined;
      }),
    );
    const { person } = await openSubreddits();
    await person.dblClick((await rowOf('loom_02')).getByRole('button', { name: 'Delete' }));
    await heading(2);
    const buttons = table().getAllByRole('button', { name: 'Delete' });
    expect(buttons.map((button) => button.matches(':disabled'))).toEqual([false, true, false]);
    release.resolve();
    await waitFor(() => expect(table().queryByText('loom_02')).toBeNull());
    expect(server.untracked).toEqual(['loom_02']);
  });

  it('a deletion counts before the server responds, and a list in flight does not undo it', async () => {
    const server = serveSubreddits({ subreddits: manySubreddits(2) });
    const release = Promise.withResolvers<void>();
    const { person } = await openSubreddits();
    await rowOf('loom_01');
    apiServer.use(
      answer(untrackSubreddit, async () => {
        await release.promise;
        return undefined;
      }),
      answer(listTrackedSubreddits, async () => {
        server.lists += 1;
        await release.promise;
        return { data: manySubreddits(2) };
      }),
    );
    await person.click((await rowOf('loom_01')).getByRole('button', { name: 'Delete' }));
    await heading(1);
    release.resolve();
    expect(await screen.findByText('Successfully deleted Reddit subreddit loom_01.')).toBeVisible();
    await waitFor(() => expect(table().queryByText('loom_01')).toBeNull());
    await heading(1);
  });

  it.each([
    ['a status', () => new HttpResponse(null, { status: 500 }), 'Failed to delete Reddit subreddit loom_01. Status: 500'],
    ['no answer', () => HttpResponse.error(), 'Error deleting Reddit subreddit. Please check console.'],
  ])('a failed deletion restores the row and says why: %s', async (_, respond, text) => {
    const expectLog = expectLogged(text);
    serveSubreddits({ subreddits: manySubreddits(2) });
    apiServer.use(http.delete(LIST, respond));
    const { person } = await openSubreddits();
    await person.click((await rowOf('loom_01')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    expect((await rowOf('loom_01')).getByRole('button', { name: 'Delete' })).toBeEnabled();
    await heading(2);
  });
});

describe('an account whose email is not verified', () => {
  it('an unverified account is told when tracking starts, gets no suggestions, and sees the refusal', async () => {
    const text = 'Failed to track Reddit subreddits. Status: 403';
    const expectLog = expectLogged(text);
    const server = serveSubreddits({ user: { verified: false, is_trial: null, trial_ends_on: null } });
    apiServer.use(
      answer(trackSubreddits, () => {
        throw refuse('AUTH.NOT_VERIFIED');
      }),
    );
    const { person } = await openSubreddits();
    expect(await screen.findByText('Tracking starts once your email is verified.')).toBeVisible();
    expect(screen.getByText('Check your inbox and follow the verification link.')).toBeVisible();
    await put(person, 'weaving');
    await person.click(trackButton());
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    expect(server.asked).toEqual([]);
  });
});

import { suggestSubreddits } from '@leadloom/shared/contract/reddit';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
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
  serveSubreddits,
} from '../testing/subreddits.fixture.ts';

const LIMIT = 'You have reached the maximum limit of 20 subreddits. Delete some to add more.';

beforeAll(loadSubreddits);

const suggestion = (name: RegExp) => screen.findByRole('option', { name });

describe('suggested subreddits', () => {
  it('suggestions follow the typed text', async () => {
    const server = serveSubreddits();
    const { person } = await openSubreddits();
    await heading(0);
    await put(person, 'wea');
    await suggestion(/weaving/);
    expect(server.asked).toEqual(['wea']);
    await person.clear(box());
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('a click chooses a suggestion, which shows its details', async () => {
    serveSubreddits();
    const { person } = await openSubreddits();
    await heading(0);
    await put(person, 'we');
    const option = await suggestion(/^weaving/);
    expect(within(option).getByText('1.3M members')).toBeVisible();
    await person.click(option);
    expect(chip('weaving')).toBeVisible();
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('suggestions can be chosen by the keyboard', async () => {
    serveSubreddits();
    const { person } = await openSubreddits();
    await heading(0);
    await put(person, 'we');
    await suggestion(/^weaving/);
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(chip('Weft')).toBeVisible();
  });

  it('suggestions that are tracked or selected say so and cannot be chosen', async () => {
    serveSubreddits({ subreddits: manySubreddits(1) });
    const { person } = await openSubreddits();
    await heading(1);
    await enter(person, 'WEAVING');
    await put(person, 'lo');
    const selected = await suggestion(/\(Selected\)/);
    expect(selected).toHaveTextContent(/^weaving \(Selected\)/);
    expect(selected).toHaveAttribute('aria-disabled', 'true');
    const tracked = await suggestion(/\(Already Tracked\)/);
    expect(tracked).toHaveTextContent(/^loom_01 \(Already Tracked\)/);
    expect(tracked).toHaveAttribute('aria-disabled', 'true');
    expect(await suggestion(/^Weft/)).toHaveAttribute('aria-disabled', 'false');
    await person.click(tracked);
    await person.click(selected);
    expect(chip('loom_01')).toBeNull();
    expect(screen.getAllByRole('button', { name: 'WEAVING' })).toHaveLength(1);
  });

  it('at the limit the suggestions say so, and so does pressing one', async () => {
    serveSubreddits({ subreddits: manySubreddits(19) });
    const { person } = await openSubreddits();
    await heading(19);
    await enter(person, 'selvedge');
    await put(person, 'we');
    const option = await suggestion(/^weaving \(Limit Reached\)/);
    expect(option).toHaveAttribute('aria-disabled', 'true');
    await person.click(option);
    expect(screen.getByText(LIMIT)).toBeVisible();
    expect(chip('weaving')).toBeNull();
    await person.type(box(), 'a');
    expect(screen.queryByText(LIMIT)).toBeNull();
    await suggestion(/^weaving/);
    await person.keyboard('{ArrowDown}');
    expect(box()).not.toHaveAttribute('aria-activedescendant');
    await person.keyboard('{Enter}');
    expect(screen.getByText(`Cannot add "wea". ${LIMIT}`)).toBeVisible();
  });

  it('suggestions that cannot be chosen are never highlighted by selection, arrows or pointer', async () => {
    serveSubreddits({ subreddits: manySubreddits(1) });
    const { person } = await openSubreddits();
    await heading(1);
    await enter(person, 'weaving');
    await put(person, 'we');
    const selected = await suggestion(/^weaving \(Selected\)/);
    expect(box()).not.toHaveAttribute('aria-activedescendant');
    await person.hover(selected);
    expect(box()).not.toHaveAttribute('aria-activedescendant');
    const weft = await suggestion(/^Weft/);
    for (const _ of ['from the first to the second', 'past the third and round']) {
      await person.keyboard('{ArrowDown}');
      expect(box()).toHaveAttribute('aria-activedescendant', weft.id);
    }
    await person.keyboard('{Enter}');
    expect(chip('Weft')).toBeVisible();
    expect(chip('we')).toBeNull();
  });

  it('Enter adds the typed text while no suggestion is highlighted', async () => {
    serveSubreddits();
    const { person } = await openSubreddits();
    await heading(0);
    await enter(person, 'weaving');
    await put(person, 'we');
    await suggestion(/^weaving \(Selected\)/);
    expect(box()).not.toHaveAttribute('aria-activedescendant');
    await person.keyboard('{Enter}');
    expect(chip('we')).toBeVisible();
  });

  it('failed suggestions are logged and empty, and the typed text can be used', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serveSubreddits();
    apiServer.use(http.get(`/api/v1${suggestSubreddits.path}`, () => new HttpResponse(null, { status: 503 })));
    const { person } = await openSubreddits();
    await heading(0);
    await put(person, 'weaving');
    await waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('Suggestions'), expect.anything()));
    expect(screen.queryByRole('option')).toBeNull();
    await person.keyboard('{Enter}');
    expect(chip('weaving')).toBeVisible();
  });
});

import { acceptRisk, listJobs } from '@leadloom/shared/contract/linkedin';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { Themed } from '../../../testing/themed.tsx';
import { RiskDialog } from './risk-dialog.tsx';
import { forgetRisk, noteRiskAccepted, requireRiskAccepted, riskNotice } from './risk-notice.ts';

const accepted = '2026-05-04T09:00:00.000Z';
let posts: unknown[] = [];

beforeEach(() => {
  posts = [];
  signInForTest('risk');
  forgetRisk();
  apiServer.use(
    answer(acceptRisk, ({ body }) => {
      posts.push(body);
      return { risk_accepted_at: accepted };
    }),
  );
});

function open() {
  render(<RiskDialog />, { wrapper: Themed });
  const outcomes: boolean[] = [];
  const ask = () => act(async () => void requireRiskAccepted().then((outcome) => outcomes.push(outcome)));
  return { outcomes, ask, person: userEvent.setup() };
}

test('an account that has not accepted sees the notice, and accepting is stored once for all callers', async () => {
  noteRiskAccepted(null);
  const { outcomes, ask, person } = open();
  await ask();
  await ask();
  const notice = await screen.findByRole('dialog', { name: 'Your LinkedIn account is at your own risk' });
  expect(notice.textContent).toContain('LinkedIn’s User Agreement restricts automated collection.');
  expect(notice.textContent).toContain('80 profiles and 40 search pages');
  expect(outcomes).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(outcomes).toEqual([true, true]));
  expect(posts).toEqual([{ accepted: true }]);
  expect(riskNotice.getState().isAccepted).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await ask();
  expect(outcomes).toEqual([true, true, true]);
});

test('cancelling stores nothing, and the next attempt asks again', async () => {
  noteRiskAccepted(null);
  const { outcomes, ask, person } = open();
  await ask();
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(outcomes).toEqual([false]));
  expect(posts).toEqual([]);
  await ask();
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
});

test('a failure to store the acceptance is shown, and the notice stays', async () => {
  noteRiskAccepted(null);
  apiServer.use(
    answer(acceptRisk, () => {
      throw refuse('SERVER.BUSY');
    }),
  );
  const { outcomes, ask, person } = open();
  await ask();
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy. Please try again in a moment.');
  expect(outcomes).toEqual([]);
  expect(riskNotice.getState().isAccepted).toBe(false);
});

test('an account that accepted before sees no notice, even if the list was not loaded', async () => {
  apiServer.use(answer(listJobs, () => ({ user_jobs: [], search_jobs: [], company_ids: [], risk_accepted_at: accepted })));
  const { outcomes, ask } = open();
  await ask();
  await waitFor(() => expect(outcomes).toEqual([true]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an older list does not undo the acceptance on this page', () => {
  noteRiskAccepted(accepted);
  noteRiskAccepted(null);
  expect(riskNotice.getState().isAccepted).toBe(true);
});

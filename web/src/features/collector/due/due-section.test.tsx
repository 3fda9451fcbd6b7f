import 'fake-indexeddb/auto';
import { listRecollections, proposeRecollections } from '@leadloom/shared/contract/recollections';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { anAllowance, installed } from '../../../lib/extension-client/fake-extension.ts';
import { answer } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { answersLinkedIn, backend, openCollector, startFixture } from '../testing/collector.fixture.tsx';
import { testEntry } from '../testing/download.fixture.ts';

const DUE_AT = '2026-03-01T09:00:00.000Z';
const section = () => within(screen.getByRole('region', { name: 'Due again' }));

/** People 1 to `count`, collected before, are due until they are collected. @returns how many were asked for */
function serveDue(count: number): readonly number[] {
  const asked: number[] = [];
  backend.list = Array.from({ length: count }, (_, index) => ({
    ...testEntry(index + 1),
    collected: true,
    status: 'ok' as const,
  }));
  const waiting = () => (backend.fetched.some((url) => url.includes('member-1')) ? [] : backend.list);
  apiServer.use(
    answer(listRecollections, () => ({
      data: waiting()
        .slice(0, 5)
        .map(({ url }, index) => ({
          user_id: String(index + 1),
          full_name: `Person ${index + 1}`,
          profile_url: url,
          every: 'weekly' as const,
          due_at: DUE_AT,
        })),
      total: waiting().length,
      due: waiting().length,
      next_due_at: null,
    })),
    answer(proposeRecollections, ({ body: { max } }) => {
      asked.push(max);
      return { users: backend.list.slice(0, max) };
    }),
  );
  return asked;
}

const withLeft = (left: number) => ({
  ...answersLinkedIn,
  checkExtension: () => {
    const allowance = anAllowance();
    return installed({ ...allowance, profiles: { ...allowance.profiles, limit: 100, used: 100 - left } });
  },
});

beforeEach(() => startFixture());

test('people who are due are collected again with one press, and nobody is before it', async () => {
  const asked = serveDue(1);
  const { person } = await openCollector();
  expect(await section().findByRole('link', { name: 'Person 1' })).toHaveAttribute('href', '/linkedin/users/1');
  await screen.findByText('Linkedin cookies available');
  expect(backend.fetched).toEqual([]);
  await person.click(section().getByRole('button', { name: 'Collect 1 again' }));
  await screen.findByText('1 of 1 downloaded.');
  expect(asked).toEqual([1]);
  await waitFor(() => expect(section().queryByRole('link', { name: 'Person 1' })).toBeNull());
});

test('as many are proposed as the allowance of the day has left', async () => {
  serveDue(7);
  await openCollector(withLeft(3));
  expect(await section().findByText('and 2 more')).toBeVisible();
  expect(await section().findByRole('button', { name: 'Collect 3 again' })).toBeVisible();
  expect(section().getByText('As many as today’s allowance has left. The others stay due.')).toBeVisible();
});

test('with nothing left today nobody can be collected', async () => {
  serveDue(2);
  await openCollector(withLeft(0));
  expect(await section().findByText('Today’s allowance is used up. They stay due.')).toBeVisible();
  expect(section().getByRole('button', { name: 'Collect again' })).toBeDisabled();
});

test('the card says how people are chosen, as long as nobody is', async () => {
  await openCollector();
  expect(await section().findByText(/^Select people in Collected people/)).toBeVisible();
});

import { deleteUserJobs } from '@leadloom/shared/contract/linkedin';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { deleteEntries } from './delete-entries.ts';

/** Notes what a job is told, in order. */
function listeningRun() {
  const calls: string[] = [];
  return {
    calls,
    setAside: (ids: readonly string[]) => void calls.push(`aside ${ids.length}`),
    bringBack: (ids: readonly string[]) => void calls.push(`back ${ids.length}`),
    forget: async (ids: readonly string[]) => void calls.push(`gone ${ids.length}`),
  };
}

const ids = Array.from({ length: 10_001 }, (_, index) => testEntry(index).id);

test('a job skips entries before their deletion is sent, until the server has accepted it', async () => {
  const run = listeningRun();
  apiServer.use(
    answer(deleteUserJobs, ({ body }) => {
      run.calls.push(`asked ${body.ids.length}`);
      return undefined;
    }),
  );
  await deleteEntries(new QueryClient(), run, ids);
  expect(run.calls).toEqual(['aside 10001', 'asked 10000', 'gone 10000', 'asked 1', 'gone 1']);
});

test('entries whose deletion the server did not accept belong to the job again', async () => {
  const run = listeningRun();
  apiServer.use(
    answer(deleteUserJobs, ({ body }) => {
      if (body.ids.length === 1) throw refuse('SERVER.INTERNAL');
      return undefined;
    }),
  );
  await deleteEntries(new QueryClient(), run, ids);
  expect(run.calls).toEqual(['aside 10001', 'gone 10000', 'back 1']);
});

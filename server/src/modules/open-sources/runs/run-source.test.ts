import { listImports } from '@leadloom/shared/contract/imports';
import { tables } from '@leadloom/shared/tables/tables';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenSourceError } from '../../../open-sources/open-source.ts';
import { openSources } from '../../../schema/open-sources.table.ts';
import { rowSources } from '../../../schema/row-sources.table.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { withImportSession } from '../../imports/staging/import-session.ts';
import { type OpenSourcesFixture, openSourcesFixture } from '../testing/open-sources.fixture.ts';
import { createSmallSource } from '../testing/small-source.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A promise that the test fulfils. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a run of an open source', () => {
  let fixture: OpenSourcesFixture;
  const small = createSmallSource();
  const stored = async () => {
    const [row] = await fixture.server.database.select().from(openSources);
    if (row === undefined) throw new Error('the source has no row');
    return row;
  };
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Company ${String(index + 1).padStart(3, '0')}`);

  beforeAll(async () => {
    fixture = await openSourcesFixture(small);
  });
  afterEach(() => fixture.reset());
  afterAll(() => fixture.server.close());

  it('each step is an import of the log, and the checkpoint is behind the last one', async () => {
    small.steps = [{ names: ['Aa', 'Bb'] }, { names: ['Bb', 'Cc'] }];
    expect(await fixture.run()).toBe(202);
    const ended = await fixture.ended();
    expect(ended).toMatchObject({ state: 'off', error: null, added: 3, next_run_at: null });
    expect(ended.last_run_at).not.toBeNull();
    expect(await fixture.names()).toEqual(['Aa', 'Bb', 'Cc']);
    expect((await stored()).checkpoint).toBe(2);
    const imports = await fixture.imports();
    expect(imports.map(({ file, source, by, state, added }) => ({ file, source, by, state, added }))).toEqual([
      { file: 'Small Register, part 2', source: 'no-brreg', by: null, state: 'done', added: 1 },
      { file: 'Small Register, part 1', source: 'no-brreg', by: null, state: 'done', added: 2 },
    ]);
    const listed = async (from: string) =>
      listImports.success.body.parse((await fixture.call('GET', `/operator/imports?from=${from}`)).json()).total;
    expect([await listed('open-sources'), await listed('files')]).toEqual([2, 0]);
    expect((await fixture.call('GET', '/operator/imports?from=else')).status).toBe(400);
  });

  it('a source that is on runs again after its hours, and goes on at its checkpoint', async () => {
    small.steps = [{ names: ['Aa'] }];
    await fixture.call('PATCH', '/operator/open-sources/no-brreg', { on: true });
    const first = await fixture.ended();
    expect(first.state).toBe('waiting');
    expect(new Date(first.next_run_at ?? 0).getTime() - new Date(first.last_run_at ?? 0).getTime()).toBe(24 * HOUR);
    small.steps = [{ names: ['Aa'] }, { names: ['Bb'] }];
    await fixture.server.database.update(openSources).set({ nextRunAt: fixture.server.clock.now() });
    await vi.waitFor(async () => expect(await fixture.names()).toEqual(['Aa', 'Bb']), { timeout: 15_000 });
    expect(small.begun).toEqual([null, 1]);
  });

  it('what a failed run stored stays, its error is shown, and the next one goes on behind it', async () => {
    let isBroken = true;
    const before = async () => {
      if (isBroken) throw new OpenSourceError('The second part has no column "name".');
    };
    small.steps = [{ names: ['Aa'] }, { names: ['Bb'], before }];
    await fixture.run();
    expect(await fixture.ended()).toMatchObject({ state: 'failed', error: 'The second part has no column "name".', added: 1 });
    expect(await fixture.names()).toEqual(['Aa']);
    isBroken = false;
    await fixture.run();
    expect(await fixture.ended()).toMatchObject({ state: 'off', error: null, added: 1 });
    expect(await fixture.names()).toEqual(['Aa', 'Bb']);
    expect(small.begun).toEqual([null, 1]);
  });

  it('a part whose reading fails in the middle stores nothing, and the log says why', async () => {
    const within = async () => {
      throw new OpenSourceError('The file ends in the middle.');
    };
    small.steps = [{ names: ['Aa', 'Bb'], within }];
    await fixture.run();
    expect((await fixture.ended()).error).toBe('The file ends in the middle.');
    expect(await fixture.names()).toEqual([]);
    expect(await fixture.imports()).toMatchObject([{ state: 'failed', problem: 'The file ends in the middle.' }]);
  });

  it('errors of ours are told without details', async () => {
    const before = async () => {
      throw new TypeError('secret of the program');
    };
    small.steps = [{ names: ['Aa'], before }];
    await fixture.run();
    expect((await fixture.ended()).error).toBe('Something went wrong on our side.');
  });

  it('the pause before the next run grows with each failure, and is never shorter than the publisher asks', async () => {
    let retryAt: Date | null = null;
    const before = async () => {
      throw new OpenSourceError('The publisher is away.', { retryAt });
    };
    small.steps = [{ names: ['Aa'], before }];
    const pauses: number[] = [];
    const runOnce = async () => {
      await fixture.call('PATCH', '/operator/open-sources/no-brreg', { on: true });
      const { next_run_at: next, last_run_at: last } = await fixture.ended();
      pauses.push((new Date(next ?? 0).getTime() - new Date(last ?? 0).getTime()) / MINUTE);
      await fixture.run();
      await fixture.ended();
    };
    await runOnce();
    const second = await fixture.status();
    pauses.push((new Date(second.next_run_at ?? 0).getTime() - new Date(second.last_run_at ?? 0).getTime()) / MINUTE);
    expect(pauses).toEqual([5, 10]);
    retryAt = new Date(fixture.server.clock.now().getTime() + 6 * HOUR);
    await fixture.run();
    expect((await fixture.ended()).next_run_at).toBe(retryAt.toISOString());
    retryAt = new Date(fixture.server.clock.now().getTime() + 365 * 24 * HOUR);
    await fixture.run();
    const obeyed = new Date((await fixture.ended()).next_run_at ?? 0).getTime() - fixture.server.clock.now().getTime();
    expect(obeyed).toBe(7 * 24 * HOUR);
  });

  it('a full file with fewer than 90 % of the rows of the last one is refused until an operator confirms', async () => {
    small.steps = [{ names: names(100), isFull: true }];
    await fixture.run();
    expect(await fixture.ended()).toMatchObject({ state: 'off', added: 100, can_confirm: false });
    small.steps = [{ names: names(89), isFull: true }];
    await fixture.run({ from_start: true });
    const refused = await fixture.ended();
    expect(refused).toMatchObject({ state: 'failed', can_confirm: true, changed: 0 });
    expect(refused.error).toContain('The file has 89 rows, and the last one had 100.');
    expect(await fixture.names()).toHaveLength(100);
    expect((await fixture.imports())[0]).toMatchObject({ state: 'failed', problem: refused.error });
    await fixture.run();
    expect(await fixture.ended(), 'a run without confirm is refused again').toMatchObject({ state: 'failed', can_confirm: true });
    await fixture.run({ confirm: true });
    expect(await fixture.ended()).toMatchObject({ state: 'off', error: null, can_confirm: false });
    expect((await stored()).fullRows).toBe(89);
    small.steps = [{ names: names(81), isFull: true }];
    await fixture.run({ from_start: true });
    expect(await fixture.ended(), '91 % are taken').toMatchObject({ state: 'off', error: null });
    small.steps = [{ names: names(10), isFull: true }];
    await fixture.run({ from_start: true });
    expect(await fixture.ended(), 'an earlier confirm counts no more').toMatchObject({ state: 'failed', can_confirm: true });
  });

  it('parts that are not full may have any number of rows', async () => {
    small.steps = [{ names: names(50) }, { names: names(2) }];
    await fixture.run();
    expect(await fixture.ended()).toMatchObject({ state: 'off', error: null });
  });

  it('a run whose lease went to another server writes nothing more', async () => {
    const { open, opened } = gate();
    let isWithin = false;
    const within = async () => {
      isWithin = true;
      await opened;
    };
    small.steps = [{ names: ['Aa'] }, { names: ['Bb', 'Cc'], within }];
    await fixture.run();
    await vi.waitFor(() => expect(isWithin).toBe(true), { timeout: 10_000 });
    expect((await fixture.status()).state).toBe('running');
    expect(await fixture.run(), 'a running source is not run twice').toBe(409);
    const { database } = fixture.server;
    const other = { leaseToken: sql`gen_random_uuid()`, leaseUntil: sql`clock_timestamp() + interval '1 minute'` };
    await database.update(openSources).set(other).where(eq(openSources.id, 'no-brreg'));
    open();
    await vi.waitFor(async () => expect((await fixture.imports())[0]?.state).toBe('failed'), { timeout: 10_000 });
    expect(await fixture.names()).toEqual(['Aa']);
    expect(await stored()).toMatchObject({ checkpoint: 1, added: 1, error: null, lastRunAt: null });
  });

  it('a run that was killed goes on at its checkpoint once its lease has ended, and keeps its counts', async () => {
    small.steps = [{ names: ['Aa'] }, { names: ['Bb'] }];
    await fixture.server.database.insert(openSources).values({
      id: 'no-brreg',
      checkpoint: 1,
      added: 7,
      nextRunAt: fixture.server.clock.now(),
      leaseToken: '00000000-0000-4000-8000-000000000001',
      leaseUntil: new Date(Date.now() - 1_000),
    });
    await vi.waitFor(async () => expect(await fixture.names()).toEqual(['Bb']), { timeout: 15_000 });
    expect(await fixture.ended()).toMatchObject({ state: 'off', added: 8 });
    expect(small.begun).toEqual([1]);
  });

  it('switching it off breaks off its run', async () => {
    const { open, opened } = gate();
    let isWithin = false;
    const within = async () => {
      isWithin = true;
      await opened;
    };
    small.steps = [{ names: ['Aa', 'Bb'], within }];
    await fixture.call('PATCH', '/operator/open-sources/no-brreg', { on: true });
    await vi.waitFor(() => expect(isWithin).toBe(true), { timeout: 10_000 });
    await fixture.call('PATCH', '/operator/open-sources/no-brreg', { on: false });
    open();
    await vi.waitFor(async () => expect((await fixture.imports())[0]?.state).toBe('failed'), { timeout: 10_000 });
    expect(await fixture.names()).toEqual([]);
    expect(await fixture.status()).toMatchObject({ state: 'off', error: null, next_run_at: null });
  });

  it('another option is another reading: the next run begins again', async () => {
    small.steps = [{ names: ['Aa'] }];
    await fixture.call('PATCH', '/operator/open-sources/no-brreg', { on: true });
    await fixture.ended();
    let seen: readonly string[] = [];
    small.steps = [
      {
        names: ['Bb'],
        before: async ({ options }) => {
          seen = [...options];
        },
      },
    ];
    const changed = await fixture.call('PATCH', '/operator/open-sources/no-brreg', { options: { tiny: true } });
    expect(changed.json()).toMatchObject({ options: [{ key: 'tiny', label: 'companies without staff', on: true }] });
    await vi.waitFor(async () => expect(await fixture.names()).toEqual(['Aa', 'Bb']), { timeout: 10_000 });
    expect(seen).toEqual(['tiny']);
    expect(small.begun).toEqual([null, null]);
  });

  it('sample rows go once the first run that brought real ones has ended', async () => {
    const { database } = fixture.server;
    await addRows(database, tables.companies, [{ name: 'Invented' }]);
    await database.execute(sql`update companies set source = 'sample'`);
    small.steps = [];
    await fixture.run();
    await fixture.ended();
    expect(await fixture.names(), 'a run that brought nothing').toEqual(['Invented']);
    small.steps = [{ names: ['Aa'] }];
    await fixture.run();
    expect(await fixture.ended()).toMatchObject({ state: 'off', rows: 1 });
    expect(await fixture.names()).toEqual(['Aa']);
  });

  it('rows that the source filled are counted, and where they come from is known', async () => {
    small.steps = [{ names: ['Aa', 'Bb'] }, { names: ['Cc'] }];
    await fixture.run();
    expect((await fixture.ended()).rows).toBe(3);
    const stored = await fixture.server.database.select().from(rowSources);
    expect(stored.map(({ source, url }) => `${source} ${url}`).toSorted()).toEqual([
      'no-brreg https://register.example/1/1',
      'no-brreg https://register.example/1/2',
      'no-brreg https://register.example/2/1',
    ]);
  });

  it('a load waits while too many imports hold its table', async () => {
    const { open, opened } = gate();
    const { direct } = fixture.server.platform;
    const held = Array.from({ length: 4 }, () => withImportSession(direct, tables.companies, { isWriting: true }, () => opened));
    small.steps = [{ names: ['Aa'] }];
    await fixture.run();
    await vi.waitFor(async () => expect((await fixture.imports())[0]?.problem).toContain('Too many imports'), {
      timeout: 60_000,
    });
    expect((await fixture.status()).state).toBe('running');
    open();
    await Promise.all(held);
    expect(await fixture.ended()).toMatchObject({ state: 'off', error: null });
    expect(await fixture.names()).toEqual(['Aa']);
  }, 90_000);
});

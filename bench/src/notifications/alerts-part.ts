/** Alerts on views: from the commit of a change to the message, the price for whoever writes, and one change of all rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_ALERTS } from '@leadloom/shared/contract/alerts';
import type pg from 'pg';
import { z } from 'zod';
import { filterSets } from '../tables/dataset/company-queries.ts';
import { itemAt } from '../tables/dataset/random.ts';
import { atMost, type Report } from '../tables/report.ts';
import { withClient } from '../tables/server/cluster.ts';
import type { Stage } from '../tables/server/stage.ts';
import { median, milliseconds, quantile } from '../tables/statistics.ts';
import { post } from './api.ts';
import { describeSeconds, workSeconds } from './work-seconds.ts';

const ALERTS = 1_000;
const DELAY_GOAL = atMost(5, 's');
const PRICE_GOAL = atMost(1.1);
const ALL_GOAL = atMost(60, 's');
const CHANGES_A_SECOND = 10;
const CHANGES = 300;
/** The last changes are reported meanwhile. */
const AFTER_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 100;
/** By then every alert has a message, or this is the figure. */
const ALL_LIMIT_MILLISECONDS = 600_000;

const idSchema = z.object({ id: z.union([z.string(), z.int()]) });
const messagesSchema = z.array(z.object({ id: z.coerce.number(), rows: z.array(z.object({ id: z.number() })) }));
const countsSchema = z.tuple([z.object({ alerts: z.coerce.number() })]);

export async function reportAlerts(report: Report, stage: Stage): Promise<void> {
  const { login, rows } = stage;
  await withClient(login, async (writer) => {
    // One statement changes all rows.
    await writer.query('set statement_timeout = 0');
    await writeChanges(writer, rows, CHANGES / 10);
    const before = await writeChanges(writer, rows, CHANGES);
    report.note(`making ${ALERTS.toLocaleString('en')} alerts`);
    await makeAlerts(stage);
    await sleep(AFTER_MILLISECONDS);
    const told = await watchMessages(stage, () => writeChanges(writer, rows, CHANGES));
    const delays = delaysOf(told.written, told.seen);
    const name = `${ALERTS.toLocaleString('en')} alerts on views of ${rows.toLocaleString('en')} companies`;
    const p95 = quantile(delays, 0.95) / 1_000;
    report.judge(
      `${name}, ${CHANGES_A_SECOND} changes a second: p95 ${p95.toFixed(1)} s from commit to message (${delays.length} of ${CHANGES} changes are in a view)`,
      p95,
      DELAY_GOAL,
    );
    const [calm, watched] = [median(before.map(({ took }) => took)), median(told.written.map(({ took }) => took))];
    report.judge(
      `${name}: a change takes ${(watched / calm).toFixed(2)} times as long as without alerts (${watched.toFixed(2)} ms to ${calm.toFixed(2)} ms)`,
      watched / calm,
      PRICE_GOAL,
    );
    const wanted = await writeAll(writer);
    let seconds = 0;
    const work = await workSeconds(stage, async () => {
      seconds = (await untilAllNotified(writer, wanted)) / 1_000;
    });
    report.judge(
      `${name}: one change of all rows is told to all after ${seconds.toFixed(1)} s, with ${describeSeconds(work)}`,
      seconds,
      ALL_GOAL,
    );
  });
}

async function makeAlerts({ server, rows }: Stage): Promise<void> {
  const filters = filterSets(rows).flatMap(({ queries }) => queries.map((query) => query.filters));
  for (let made = 0; made < ALERTS; made += MAX_ALERTS) {
    const authorization = await server.signIn();
    for (let at = made; at < made + MAX_ALERTS; at += 1) {
      const state = { filters: itemAt(filters, at % filters.length), columns: [], sort: null, order: null, per_page: null };
      const view = { table: 'companies', name: `View ${at}`, state, is_default: false };
      const { id } = await post(`${server.url}/api/v1/table-views`, authorization, view, idSchema);
      const alert = {
        name: `Alert ${at}`,
        watch: { kind: 'view', id },
        on: ['added', 'changed', 'removed'],
        every: 'instant',
        by: ['app'],
      };
      await post(`${server.url}/api/v1/alerts`, authorization, alert, idSchema);
    }
  }
}

interface Change {
  readonly rowId: number;
  /** When the change was committed; `performance.now()`. */
  readonly at: number;
  /** Milliseconds. */
  readonly took: number;
}

/** Changes one row after the other, ten a second. */
async function writeChanges(writer: pg.Client, rows: number, changes: number): Promise<readonly Change[]> {
  const { rows: found } = await writer.query('select id from companies order by random() limit $1', [changes]);
  const ids = z.array(idSchema).parse(found);
  const written: Change[] = [];
  const start = performance.now();
  for (const [at, { id }] of ids.entries()) {
    await sleep(Math.max(0, start + (at * 1_000) / CHANGES_A_SECOND - performance.now()));
    const took = await milliseconds(() =>
      writer.query('update companies set employee_count = coalesce(employee_count, 0) + 1, updated_at = now() where id = $1', [
        id,
      ]),
    );
    written.push({ rowId: Number(id), at: performance.now(), took });
  }
  if (written.length !== Math.min(changes, rows)) throw new Error(`${written.length} rows were changed`);
  return written;
}

/** The changes, and when a message first named each row; `performance.now()`. */
async function watchMessages({ login }: Stage, work: () => Promise<readonly Change[]>) {
  return withClient(login, async (reader) => {
    const seen = new Map<number, number>();
    let last = 0;
    const look = async () => {
      const { rows } = await reader.query('select id, rows from alert_messages where id > $1 order by id', [last]);
      const now = performance.now();
      for (const message of messagesSchema.parse(rows)) {
        last = message.id;
        for (const { id } of message.rows) if (!seen.has(id)) seen.set(id, now);
      }
    };
    await look();
    seen.clear();
    let isOver = false;
    const looking = (async () => {
      while (!isOver) {
        await look();
        await sleep(LOOK_MILLISECONDS);
      }
    })();
    try {
      const written = await work();
      await sleep(AFTER_MILLISECONDS);
      return { written, seen };
    } finally {
      isOver = true;
      await looking;
    }
  });
}

/** The delays of changes that a view shows. */
function delaysOf(written: readonly Change[], seen: ReadonlyMap<number, number>): readonly number[] {
  return written.flatMap(({ rowId, at }) => {
    const told = seen.get(rowId);
    return told === undefined ? [] : [Math.max(0, told - at)];
  });
}

/** Changes all rows at once. @returns how many alerts must report it: those whose view has rows */
async function writeAll(writer: pg.Client): Promise<number> {
  await writer.query('delete from alert_messages');
  const { rows: watching } = await writer.query('select count(distinct alert_id) as alerts from alert_members');
  const wanted = countsSchema.parse(watching)[0].alerts;
  await writer.query('update companies set employee_count = coalesce(employee_count, 0) + 1, updated_at = now()');
  return wanted;
}

/** Called right after the commit. @returns milliseconds until so many alerts have a message */
async function untilAllNotified(writer: pg.Client, wanted: number): Promise<number> {
  const start = performance.now();
  const told = async () => {
    const { rows } = await writer.query('select count(distinct alert_id) as alerts from alert_messages');
    return countsSchema.parse(rows)[0].alerts;
  };
  while ((await told()) < wanted && performance.now() - start < ALL_LIMIT_MILLISECONDS) await sleep(LOOK_MILLISECONDS);
  return performance.now() - start;
}

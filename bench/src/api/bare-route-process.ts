/** The process of `startBareRoute`: receives its options as a message, and replies with its address. */
import { once } from 'node:events';
import { connect } from '@leadloom/server/database/connect';
import { createBareApp } from '@leadloom/server/testing/bare-app';
import type { BareOptions } from './bare-route.ts';

process.once('disconnect', () => process.exit());
const [options]: BareOptions[] = await once(process, 'message');
if (options !== undefined) {
  const { login, statements } = options;
  const pool = connect(login, { onIdleError: () => undefined }).$client;
  const app = createBareApp();
  app.get<{ Params: { place: string } }>('/rows/:place', async ({ params }) => {
    const statement = statements[Number(params.place)];
    if (statement === undefined) throw new Error('there is no such page');
    const { rows } = await pool.query(statement.text, [...statement.values]);
    return { data: rows };
  });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
}

/** Copies the same rows without the product: through psql, through the driver, and to /dev/null inside the database. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { milliseconds } from '../statistics.ts';

const run = promisify(execFile);
const TO_STDOUT = /\bto stdout \(format csv\)$/;

/** Milliseconds of one copy. */
export type CopyRows = (statement: string) => Promise<number>;

export async function hasPsql(): Promise<boolean> {
  return run('psql', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Copies with psql, which measures the time itself, so that its start is not included. */
export function psqlCopy({ host, port, user, password, database }: Login): CopyRows {
  return async (statement) => {
    const copy = `\\${into(statement, `'/dev/null'`).replaceAll(/\s+/g, ' ')}`;
    const connection = ['-h', host, '-p', String(port), '-U', user, '-d', database];
    const { stdout } = await run('psql', ['-X', ...connection, '-v', 'ON_ERROR_STOP=1', '-c', '\\timing on', '-c', copy], {
      env: { PATH: process.env.PATH, PGPASSWORD: password },
    });
    const time = Number(/^Time: ([\d.]+) ms/m.exec(stdout)?.[1]);
    if (Number.isNaN(time)) throw new Error(`psql told no time: ${stdout.slice(0, 300)}`);
    return time;
  };
}

/** Copies with the driver, for machines without psql. */
export function driverCopy(client: pg.Client): CopyRows {
  return (statement) =>
    milliseconds(async () => {
      const rows = client.query(copyTo(statement));
      rows.resume();
      await new Promise((resolve, reject) => rows.once('end', resolve).once('error', reject));
    });
}

/** @param client of the superuser; only the superuser may write files */
export function copyToNowhere(client: pg.Client): CopyRows {
  return (statement) => milliseconds(() => client.query(into(statement, `'/dev/null'`)));
}

function into(statement: string, target: string): string {
  if (!TO_STDOUT.test(statement)) throw new Error(`this is no copy to stdout: ${statement.slice(-60)}`);
  return statement.replace(TO_STDOUT, () => `to ${target} (format csv)`);
}

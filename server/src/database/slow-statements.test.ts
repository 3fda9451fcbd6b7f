import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from './connect.ts';
import type { Database } from './database.ts';
import { describeStatement, type SlowStatement, shapeOf } from './slow-statements.ts';

describe('the shape of a statement', () => {
  it.each([
    ["select * from accounts where email = 'mara@example.com' and id = 17", 'select * from accounts where email = ? and id = ?'],
    ["select 'it''s', e'a\\'b', $tag$ secret $tag$", 'select ?'],
    ['select * from a1 where "col2" in ($1, $2,  $3)', 'select * from a1 where "col2" in (?)'],
    ['insert into t (a, b) values (1, 2), (3, 4), (5, 6.5)', 'insert into t (a, b) values (?)'],
    ["select 1 -- mara's note\n from /* 'x' */ t", 'select ? from t'],
    ["select '2026-01-01'::date, 12::int", 'select ?::date, ?::int'],
  ])('the shape of %j contains no value', (text, shape) => {
    expect(shapeOf(text)).toBe(shape);
  });

  it('the hash depends on the statement and not on its values', () => {
    const hashOf = (text: string) => describeStatement(text, 600).hash;
    expect(hashOf("select 1 where 'a' = 'b'")).toBe(hashOf("select 99 where 'xyz' =  'q'"));
    expect(hashOf('select 1')).not.toBe(hashOf('select 1 as one'));
    expect(hashOf('select 1')).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('a slow statement', () => {
  let database: Database;
  const slow: SlowStatement[] = [];
  beforeAll(() => {
    const onSlowStatement = (statement: SlowStatement) => void slow.push(statement);
    database = connect(inject('databaseUrl'), { onIdleError: () => undefined, onSlowStatement, poolSize: 2 });
  });
  afterAll(() => database.$client.end());

  it('slow statements are logged however they are sent, and quick ones are not', async () => {
    await database.$client.query('select 1');
    expect(slow).toEqual([]);
    await database.$client.query({ text: "select pg_sleep(0.6), 'a value' as told" });
    const client = await database.$client.connect();
    try {
      await client.query('select pg_sleep($1)', ['0.6']);
      await expect(client.query("select pg_sleep(0.6), 'a value'::int")).rejects.toThrow();
    } finally {
      client.release();
    }
    expect(slow.map(({ shape }) => shape).slice(0, 2)).toEqual(['select pg_sleep(?), ? as told', 'select pg_sleep(?)']);
    for (const { milliseconds } of slow) expect(milliseconds).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(slow)).not.toContain('a value');
  });
});

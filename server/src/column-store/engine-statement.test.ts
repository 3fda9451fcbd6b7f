import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { toEngineStatement } from './engine-statement.ts';

it('puts every value into a parameter with its type', () => {
  const list = sql.param(['a', "it's"]);
  const statement = sql`select ${sql.identifier('name')} where a = ${'x\ty'} and b > ${5} and c < ${0.5} and has(${list}, d)
    and e in ${[1, 2]} and f = ${sql.param([])} and g = ${true} and h is ${null}`;
  expect(toEngineStatement(statement)).toEqual({
    text: `select "name" where a = {p1:String} and b > {p2:Int64} and c < {p3:Float64} and has({p4:Array(String)}, d)
    and e in ({p5:Int64}, {p6:Int64}) and f = {p7:Array(Nothing)} and g = {p8:Bool} and h is {p9:Nullable(Nothing)}`,
    parameters: {
      p1: 'x\\ty',
      p2: '5',
      p3: '0.5',
      p4: "['a','it\\'s']",
      p5: '1',
      p6: '2',
      p7: '[]',
      p8: 'true',
      p9: '\\N',
    },
  });
});

it('sends a long list as several parameters, each short enough for a server', () => {
  const texts = Array.from({ length: 60_000 }, (_, at) => `tëxt ${at}`);
  const { text, parameters } = toEngineStatement(sql`select has(${sql.param(texts)}, ${'a'})`);
  const names = Object.keys(parameters).filter((name) => name.startsWith('p1'));
  expect(names.length).toBeGreaterThan(5);
  expect(text).toBe(`select has(arrayConcat(${names.map((name) => `{${name}:Array(String)}`).join(', ')}), {p2:String})`);
  expect(names.flatMap((name) => JSON.parse((parameters[name] ?? '').replaceAll("'", '"')))).toEqual(texts);
  for (const value of Object.values(parameters)) expect(Buffer.byteLength(value)).toBeLessThan(131_072);
});

it('writes names so that none ends early', () => {
  expect(toEngineStatement(sql`select ${sql.identifier('a"b\\')}`).text).toBe('select "a\\"b\\\\"');
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, new Date(0), { a: 1 }, sql.param(['a', 1]), sql.param([[1]])])(
  'refuses %s',
  (value) => {
    expect(() => toEngineStatement(sql`select ${value}`)).toThrow(TypeError);
  },
);

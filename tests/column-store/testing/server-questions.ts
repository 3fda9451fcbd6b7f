/** Random questions as programs ask them of a server, and what they should answer, counted from the rows by plain code. */
import { z } from 'zod';
import { CITIES, COUNTRIES, MAX_EMPLOYEES, type NumberedRow, WORDS } from './numbered-rows.ts';

export interface ServerQuestion {
  readonly path: string;
  /** What the answer says, as text that can be compared. @throws where it has another form */
  read(body: unknown): string;
  /** What it should say if the table holds these rows. */
  expected(rows: readonly NumberedRow[]): string;
}

interface Test {
  readonly text: string;
  holds(row: NumberedRow): boolean;
}

const under = (limit: number) => Math.floor(Math.random() * limit);
const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[under(items.length)] ?? items[0];
const PARTS = ['oo', 'ar', 'e', 'k', '12', 'loom 3', 'E 4'] as const;

/** Of the name, so that no bitmap tells it. */
function ofName(): Test {
  const part = pick(PARTS);
  const word = pick(WORDS);
  return pick<Test>([
    { text: `name contains "${part}"`, holds: ({ name }) => name.toLowerCase().includes(part.toLowerCase()) },
    { text: `name starts with "${word} 1"`, holds: ({ name }) => name.startsWith(`${word} 1`) },
  ]);
}

function ofNumber(): Test {
  const limit = under(MAX_EMPLOYEES);
  return pick<Test>([
    { text: `employee_count > ${limit}`, holds: ({ employees }) => employees !== null && employees > limit },
    { text: `employee_count <= ${limit}`, holds: ({ employees }) => employees !== null && employees <= limit },
    { text: 'employee_count is blank', holds: ({ employees }) => employees === null },
  ]);
}

function ofPlace(): Test {
  const country = pick(COUNTRIES);
  const city = pick(CITIES);
  return pick<Test>([
    { text: `country = "${country}"`, holds: (row) => row.country === country },
    { text: `city = "${city}"`, holds: (row) => row.city === city },
    { text: 'country is blank', holds: (row) => row.country === null },
  ]);
}

const not = (test: Test): Test => ({ text: `not (${test.text})`, holds: (row) => !test.holds(row) });
const some = (one: Test, other: Test): Test => ({
  text: `(${one.text} or ${other.text})`,
  holds: (row) => one.holds(row) || other.holds(row),
});
const every = (one: Test, other: Test): Test => ({
  text: `(${one.text} and ${other.text})`,
  holds: (row) => one.holds(row) && other.holds(row),
});

/** Groups of tests with at least one that no bitmap tells. */
function randomTree(others: readonly [() => Test, ...(() => Test)[]]): Test {
  const name = Math.random() < 0.3 ? not(ofName()) : ofName();
  const [one, other] = [pick(others)(), pick(others)()];
  return pick([() => some(name, one), () => every(name, some(one, not(other))), () => some(every(name, one), other)])();
}

const query = (asked: Readonly<Record<string, string>>) => new URLSearchParams(asked).toString();
const said = (value: unknown) => JSON.stringify(value);

const totalSchema = z.object({ total: z.number() });

function total(): ServerQuestion {
  const tree = randomTree([ofNumber, ofPlace, ofName]);
  return {
    path: `/table/companies/total?${query({ where: tree.text })}`,
    read: (body) => said(totalSchema.parse(body).total),
    expected: (rows) => said(rows.filter(tree.holds).length),
  };
}

/** Words that begin so, of name, country and city. */
function search(): ServerQuestion {
  const beginning = pick(['ki', 'loo', 'weave', 'ger', 'l', 'bon', '1', '42']);
  const holds = ({ name, country, city }: NumberedRow) =>
    [name, country ?? '', city ?? ''].some((text) =>
      text
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(beginning)),
    );
  const where = ofNumber();
  return {
    path: `/table/companies/total?${query({ search_query: beginning, where: where.text })}`,
    read: (body) => said(totalSchema.parse(body).total),
    expected: (rows) => said(rows.filter((row) => holds(row) && where.holds(row)).length),
  };
}

const facetsSchema = z.object({
  total: z.number(),
  data: z.array(
    z.object({ of: z.string(), blank: z.number(), values: z.array(z.object({ value: z.string(), count: z.number() })) }),
  ),
});

function facets(): ServerQuestion {
  const tree = randomTree([ofNumber, ofName]);
  return {
    path: `/table/companies/facets?of=country&of=city&${query({ where: tree.text })}`,
    read: (body) => {
      const { data, total: all } = facetsSchema.parse(body);
      return said([
        all,
        ...data.map(({ blank, values }) => [
          blank,
          sorted(values.flatMap(({ value, count }) => (count === 0 ? [] : [[value.toLowerCase(), count]]))),
        ]),
      ]);
    },
    expected: (rows) => {
      const holding = rows.filter(tree.holds);
      return said([
        holding.length,
        ...(['country', 'city'] as const).map((field) => [
          holding.filter((row) => row[field] === null).length,
          sorted(
            [...Map.groupBy(holding, (row) => row[field])].flatMap(([value, of]) =>
              value === null ? [] : [[value.toLowerCase(), of.length]],
            ),
          ),
        ]),
      ]);
    },
  };
}

const summarySchema = z.object({
  total: z.number(),
  data: z.array(z.object({ by: z.tuple([z.string().nullable()]), value: z.number().nullable() })),
});

function summary(): ServerQuestion {
  const tree = randomTree([ofNumber, ofName]);
  const measure = pick(['sum', 'median', 'max'] as const);
  const field = pick(['country', 'city'] as const);
  return {
    path: `/table/companies/summary?${query({ by: field, measure, of: 'employee_count', where: tree.text })}`,
    read: (body) => {
      const { data, total: all } = summarySchema.parse(body);
      return said([all, sorted(data.map(({ by: [value], value: measured }) => [(value ?? '').toLowerCase(), measured]))]);
    },
    expected: (rows) => {
      const holding = rows.filter(tree.holds);
      const cells = [...Map.groupBy(holding, (row) => row[field] ?? '')].map(([value, of]) => [
        value.toLowerCase(),
        measureOf(
          measure,
          of.flatMap(({ employees }) => employees ?? []),
        ),
      ]);
      return said([holding.length, sorted(cells)]);
    },
  };
}

function measureOf(measure: 'sum' | 'median' | 'max', numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const rising = numbers.toSorted((one, other) => one - other);
  const middle = (rising.length - 1) / 2;
  switch (measure) {
    case 'sum':
      return rising.reduce((sum, number) => sum + number, 0);
    case 'median':
      return ((rising[Math.floor(middle)] ?? 0) + (rising[Math.ceil(middle)] ?? 0)) / 2;
    case 'max':
      return rising.at(-1) ?? null;
  }
}

const pageSchema = z.object({ data: z.array(z.object({ id: z.number() })) });
const PAGE = 20;

/** A page in an order without an index. */
function sortedPage(): ServerQuestion {
  const tree = randomTree([ofNumber, ofPlace]);
  const page = 1 + under(5);
  const asked = { sort: 'employee_count', order: 'asc', per_page: String(PAGE), page: String(page), include_total: 'false' };
  return {
    path: `/table/companies?${query({ ...asked, where: tree.text })}`,
    read: (body) => said(pageSchema.parse(body).data.map(({ id }) => id)),
    expected: (rows) =>
      said(
        rows
          .filter(tree.holds)
          .toSorted((one, other) => (one.employees ?? Infinity) - (other.employees ?? Infinity) || one.id - other.id)
          .slice((page - 1) * PAGE, page * PAGE)
          .map(({ id }) => id),
      ),
  };
}

function sorted(cells: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return cells.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}

export function randomServerQuestion(): ServerQuestion {
  return pick([total, total, search, facets, summary, sortedPage])();
}

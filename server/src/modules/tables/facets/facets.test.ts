/** Facets and summaries of random questions, compared with plain code over the same rows. */
import { measures } from '@leadloom/shared/contract/table-facets';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { CellValue, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { readFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTable, linkNames } from '@leadloom/shared/tables/linked-tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName, domainColumn, domainSources } from '../../../schema/data-table.ts';
import { accountIdOf, createVerifiedAccount } from '../../../testing/accounts.ts';
import { inLowerCase, rounded } from '../../../testing/comparable-counts.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryFilters, arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lowersInFull } from '../../../testing/text-order.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { facetsOfRows, summaryOfRows } from '../filters/facet-model.ts';
import { simplyLowered } from '../filters/table-model.ts';
import type { MemberReader } from '../list/list-answers.ts';
import { createListAnswers } from '../list/list-answers.ts';
import { CHUNK_BITS } from '../totals/chunk-bitmaps.ts';
import { refreshBitmaps } from '../totals/refresh-bitmaps.ts';
import { createFacets } from './facets.service.ts';
import { facetQuestion, summaryQuestion } from './questions.ts';

const SEED = 20_261_129;
const ROWS = 150;
/** Questions of each table in each state of its bitmaps. */
const QUESTIONS = thoroughOr(400, 3);

type Sent = Readonly<Record<string, string | readonly string[]>>;

const DAYS = ['1948-02-29', '1999-12-31', '2000-01-01', '2025-12-31', '2026-01-01', '2026-02-27', '2026-03-01', '2026-03-02'];
const NUMBERS = [-1234.5, -2.5, -0.1, 0.1, 0.3, 1 / 3, 1.999_999_9, 2, 5, 7, 10, 49.5, 50, 99.999, 1e6, 1e9 + 0.5];
/** Above what bitmaps hold. */
const HUGE = [1e300, -1e18];

/** Cells as they differ in files: in case, in days of all decades, and in numbers of all sizes. */
function varied(definition: TableDefinition, hasHuge: boolean): fc.Arbitrary<Readonly<Record<string, CellValue>>> {
  const variants = fc.array(fc.nat(1000), { minLength: definition.columns.length, maxLength: definition.columns.length });
  return fc.tuple(arbitraryRow(definition), variants).map(([row, by]) =>
    Object.fromEntries(
      definition.columns.map(({ field, kind }, at): [string, CellValue] => {
        const [cell = null, variant = 0] = [row[field], by[at]];
        if (cell === null) return [field, null];
        if (kind === 'list' && Array.isArray(cell) && variant % 5 === 0)
          return [field, cell.flatMap((item) => [item, item.toUpperCase()])];
        if (kind === 'text' && typeof cell === 'string' && variant % 4 === 0) return [field, cell.toUpperCase()];
        if (kind === 'date' && variant % 3 > 0) return [field, DAYS[variant % DAYS.length] ?? cell];
        if (kind === 'time' && variant % 3 > 0) return [field, `${DAYS[variant % DAYS.length]}T23:59:59.999Z`];
        if ((kind === 'number' || kind === 'money') && variant % 3 > 0) {
          const numbers = hasHuge && variant % 100 === 1 ? HUGE : NUMBERS;
          return [field, numbers[variant % numbers.length] ?? cell];
        }
        return [field, cell];
      }),
    ),
  );
}

describe('facets and summaries', () => {
  let server: TestServer;
  let facets: ReturnType<typeof createFacets>;
  let reader: MemberReader;
  let lower: typeof simplyLowered;
  const stored = new Map<string, TableRow[]>();
  const rowsOf = (definition: TableDefinition) => stored.get(definition.name) ?? [];
  const known = () => ({ lower, rowsOf });

  async function fill(definition: TableDefinition, seed: number, hasHuge = false): Promise<void> {
    const rows = fc.sample(varied(definition, hasHuge), { numRuns: ROWS, seed });
    const ids = await addRows(
      server.database,
      definition,
      rows.map((row) => ({ ...row, ...hostsOf(definition, row) })),
    );
    rowsOf(definition).push(...rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 })));
  }

  beforeAll(async () => {
    server = await startTestServer();
    facets = createFacets(server.platform, createListAnswers(server.platform));
    const account = await createVerifiedAccount(server);
    reader = { ...makerOf(await accountIdOf(server, account.email)), signal: new AbortController().signal };
    lower = (await lowersInFull(server.database)) ? (text) => text.toLowerCase() : simplyLowered;
    for (const definition of tableNames.map(tableByName)) {
      stored.set(definition.name, []);
      await fill(definition, SEED);
    }
  });
  afterAll(() => server.close());

  /** Asks of every table. @param seed of the questions */
  async function compareAll(seed: number): Promise<void> {
    for (const definition of tableNames.map(tableByName)) {
      for (const question of fc.sample(questions(definition), { numRuns: QUESTIONS, seed })) await compare(definition, question);
    }
  }

  async function compare(definition: TableDefinition, { sent, of, q, by, measure, field }: Question): Promise<void> {
    const filters = readFilters(definition, sent);
    const about = JSON.stringify({ table: definition.name, sent, of, q, by, measure, field });
    const asked = { of: [...of], ...(q === undefined || of.length > 1 || isOfNumbers(definition, of) ? {} : { q }) };
    const answer = await facets.facets(definition, { ...filters, ...asked }, reader);
    const expected = facetsOfRows(definition, filters, rowsOf(definition), facetQuestion(definition, asked), known());
    expect(inLowerCase(answer, lower), about).toEqual(inLowerCase(expected, lower));
    const summed = { by: [...by], measure, ...(measure === 'count' ? {} : { of: field }) };
    const summary = await facets.summary(definition, { ...filters, ...summed }, reader);
    const modelled = summaryOfRows(definition, filters, rowsOf(definition), summaryQuestion(definition, summed), known());
    expect(rounded(summary, lower), about).toEqual(rounded(modelled, lower));
  }

  it('are those of the rows before there are bitmaps', { timeout: 300_000 }, () => compareAll(1));

  it('are those of the rows by bitmaps, in several chunks', { timeout: 300_000 }, async () => {
    for (const definition of tableNames.map(tableByName)) {
      const table = databaseName(definition);
      await server.database.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${3 * 2 ** CHUNK_BITS}::bigint)`);
      await fill(definition, SEED + 1);
    }
    await refreshBitmaps(server.database);
    await compareAll(2);
  });

  it('are those of the rows beside chunks that changed', { timeout: 300_000 }, async () => {
    for (const definition of tableNames.map(tableByName)) {
      const rows = rowsOf(definition);
      const gone = rows.splice(0, 20).map(({ id }) => id);
      await server.database.execute(
        sql`delete from ${sql.identifier(databaseName(definition))} where id = any(${sql.param(gone)}::bigint[])`,
      );
    }
    await compareAll(3);
    await refreshBitmaps(server.database);
    for (const definition of tableNames.map(tableByName)) await fill(definition, SEED + 2, true);
    await compareAll(4);
    await refreshBitmaps(server.database);
    await compareAll(5);
  });
});

interface Question {
  readonly sent: Sent;
  readonly of: readonly string[];
  readonly q: string | undefined;
  readonly by: readonly string[];
  readonly measure: (typeof measures)[number];
  readonly field: string | undefined;
}

function questions(definition: TableDefinition): fc.Arbitrary<Question> {
  const names = [...dimensionsOf(definition).keys()];
  const fields = measuredFields(definition);
  const [link] = linkNames(definition);
  const linked = link === undefined ? null : linkedTable(definition, link);
  const sent = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 6, arbitrary: arbitraryFilters(definition) },
    {
      weight: 1,
      arbitrary:
        linked === null
          ? fc.constant({})
          : arbitraryFilters(linked).map(
              (filters): Sent => Object.fromEntries(Object.entries(filters).map(([name, value]) => [`${link}.${name}`, value])),
            ),
    },
  );
  return fc.record({
    sent,
    of: fc.oneof(
      fc.constantFrom(...names).map((name) => [name]),
      fc.subarray(names, { minLength: 1, maxLength: Math.min(10, names.length) }),
    ),
    q: fc.constantFrom(undefined, undefined, 'a', 'O', '2026', 'é', '%', 'TRUE'),
    by: fc.subarray(names, { minLength: 1, maxLength: 2 }).map((chosen) => [...chosen]),
    measure: fields.length === 0 ? fc.constant('count' as const) : fc.constantFrom(...measures, 'count' as const),
    field: fields.length === 0 ? fc.constant(undefined) : fc.constantFrom(...fields),
  });
}

function isOfNumbers(definition: TableDefinition, of: readonly string[]): boolean {
  return of.some((name) => dimensionsOf(definition).get(name)?.pieces.kind === 'numbers');
}

function hostsOf(definition: TableDefinition, row: Readonly<Record<string, CellValue>>): Record<string, string | null> {
  return Object.fromEntries(
    domainSources(definition).map((source) => {
      const address = row[source];
      return [domainColumn(source), typeof address === 'string' ? normalDomain(address) : null];
    }),
  );
}

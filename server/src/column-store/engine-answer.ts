/** Reads an answer of the engine as what was asked for. Anything else is a failure of the column store, so PostgreSQL answers. */
import { z } from 'zod';
import { ColumnStoreFailed, type EngineCell } from './column-store.ts';

/** Whole numbers of 64 bits come as texts. */
export const wholeCell = z
  .union([z.int(), z.string().regex(/^-?\d+$/)])
  .transform(Number)
  .pipe(z.int());
const countSchema = z.tuple([z.tuple([wholeCell])]);

/** @throws {ColumnStoreFailed} */
export function answerAs<Answer>(schema: z.ZodType<Answer>, rows: readonly (readonly EngineCell[])[]): Answer {
  const read = schema.safeParse(rows);
  if (!read.success) throw new ColumnStoreFailed('The column store answered something else than was asked for.');
  return read.data;
}

/** The answer of a statement that counts. @throws {ColumnStoreFailed} */
export function countIn(rows: readonly (readonly EngineCell[])[]): number {
  return answerAs(countSchema, rows)[0][0];
}

/** Objects of JSON, as n8n passes them from node to node. */
import * as z from 'zod/mini';

type Cell = string | number | boolean | object | null | undefined;
export type Json = Record<string, Cell>;

const CELLS: readonly string[] = ['string', 'number', 'boolean', 'object', 'undefined'];
export const jsonObject = z.record(
  z.string(),
  z.custom<Cell>((value) => CELLS.includes(typeof value)),
);

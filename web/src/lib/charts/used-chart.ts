/** The chart that an account looked at last in this browser, of each table. Without storage the table's first chart is shown. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';
import { firstChart, readChart, type TableChart } from './table-chart.ts';

const storedSchema = z.object({
  account: z.string(),
  by: z.array(z.string()),
  measure: z.string(),
  of: z.optional(z.string()),
});

export function readUsedChart(account: string, definition: TableDefinition): TableChart | null {
  try {
    const { data } = storedSchema.safeParse(parseJson(localStorage.getItem(storageKey(definition)) ?? ''));
    const used = data?.account === account ? readChart(definition, { by: data.by, measure: data.measure, of: data.of }) : null;
    return used ?? firstChart(definition);
  } catch {
    return firstChart(definition);
  }
}

export function noteUsedChart(account: string, definition: TableDefinition, chart: TableChart): void {
  try {
    localStorage.setItem(storageKey(definition), JSON.stringify({ account, ...chart }));
  } catch {
    // Storage that is full or forbidden: the next visit begins with the first chart.
  }
}

function storageKey({ name }: TableDefinition): string {
  return `leadloom-used-chart-${name}`;
}

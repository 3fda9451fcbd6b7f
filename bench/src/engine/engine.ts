/** `pnpm bench engine`: the cost of the server as a whole. Each part is a file. */
import { createReport, type Report } from '../tables/report.ts';
import { measureIdle } from './idle.ts';
import type { EnginePart } from './options.ts';

const measures: Readonly<Record<EnginePart, (report: Report) => Promise<void>>> = { idle: measureIdle };

export async function benchEngine(parts: ReadonlySet<EnginePart>): Promise<void> {
  const report = createReport('engine');
  for (const part of parts) await measures[part](report);
  report.print(['pnpm bench engine', ...[...parts].map((part) => `--only ${part}`)].join(' '));
}

/** `pnpm bench engine`: the cost of the server as a whole. Each part is a file. */
import { createReport, type Report } from '../tables/report.ts';
import { measureBitmaps } from './bitmaps.ts';
import { measureIdle } from './idle.ts';
import { measureLimits } from './limits.ts';
import type { EnginePart } from './options.ts';
import { measureServers } from './servers.ts';

const measures: Readonly<Record<EnginePart, (report: Report) => Promise<void>>> = {
  idle: measureIdle,
  limits: measureLimits,
  servers: measureServers,
  bitmaps: measureBitmaps,
};

export async function benchEngine(parts: ReadonlySet<EnginePart>): Promise<void> {
  const report = createReport('engine');
  for (const part of parts) await measures[part](report);
  report.print(['pnpm bench engine', ...[...parts].map((part) => `--only ${part}`)].join(' '));
}

/** One engine for all tests of the column store, unless CLICKHOUSE_URL names one. */
import type { TestProject } from 'vitest/node';
import { installEngine } from './engine/install-engine.ts';
import { startEngine } from './engine/start-engine.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await installEngine((line) => process.stdout.write(`${line}\n`));
  project.provide('engineHome', home);
  const given = process.env.CLICKHOUSE_URL;
  if (given !== undefined) {
    project.provide('engineUrl', given);
    project.provide('isEngineGiven', true);
    return async () => undefined;
  }
  const engine = await startEngine({ home });
  project.provide('engineUrl', engine.url);
  project.provide('isEngineGiven', false);
  return () => engine.remove();
}

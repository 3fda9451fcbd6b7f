/**
 * `pnpm test:n8n [--folder <folder>] [vitest arguments]`: the nodes of `integrations/n8n` in a real n8n, against a running server.
 * n8n is installed from npm into the folder, once for each version: more than 2,000 packages and 3 GB. Without the option, that is a
 * folder of the system's for temporary files. Exit code 1 when a test failed.
 */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, n8nBuild } from './lib/builds.ts';
import { checkTypesWithN8n, installN8n } from './lib/n8n-installation.ts';
import { runSteps } from './lib/steps.ts';

try {
  const { values, positionals } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true });
  const report = (line: string): void => console.log(`  ${line}`);
  await build(n8nBuild, report);
  const installation = await installN8n(resolve(values.folder ?? join(tmpdir(), 'leadloom-n8n')), report);
  process.exitCode = await runSteps([
    checkTypesWithN8n(installation),
    {
      name: 'the nodes in a real n8n',
      command: 'vitest',
      args: ['run', '--config', 'tests/vitest.n8n.config.ts', ...positionals],
      options: { environment: { N8N_INSTALLATION: installation } },
    },
  ]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

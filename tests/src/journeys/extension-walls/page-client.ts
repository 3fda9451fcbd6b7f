/** The app's own side of the messages, built as the app builds it, for a page that has no app on it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runVite } from './run-vite.ts';

/** @returns a script that leaves the client's exports in the global `pageClient` */
export async function buildPageClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-page-client-'));
  const settings = {
    root: join(root, 'web'),
    configFile: false,
    publicDir: false,
    build: {
      lib: { entry: 'src/lib/extension-client/exchange-message.ts', formats: ['iife'], name: 'pageClient', fileName: 'client' },
      outDir: folder,
      minify: false,
    },
  };
  try {
    const config = join(folder, 'vite.config.mjs');
    await writeFile(config, `export default ${JSON.stringify(settings)};`);
    await runVite({}, '--config', config, '--configLoader', 'native');
    return await readFile(join(folder, 'client.iife.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

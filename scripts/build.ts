/**
 * `pnpm build`: the web app to dist/web, the extension to dist/extension, the client to client/dist, the nodes for n8n to integrations/n8n/dist; unchanged targets are kept.
 * What is shipped is listed in dist/sbom.json.
 */
import { readConfig } from '../server/src/config.ts';
import { build, clientBuild, extensionBuild, n8nBuild, webBuild } from './lib/builds.ts';
import { defaultDataDir, readServerKey } from './lib/server-key.ts';
import { writeSbom } from './lib/write-sbom.ts';

const report = (line: string): void => console.log(`  ${line}`);
try {
  process.env.DATA_DIR ||= defaultDataDir;
  const serverKey = await readServerKey(readConfig(process.env));
  const extension = extensionBuild(process.env.PUBLIC_URL, serverKey?.publicKey ?? null);
  await Promise.all([webBuild, extension, clientBuild, n8nBuild].map((target) => build(target, report)));
  await writeSbom(report);
  if (serverKey === null) report('extension: no server was started yet, so this one learns the key of each address');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

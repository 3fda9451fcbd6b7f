/** `pnpm build`: the web app to dist/web, the extension to dist/extension, the client to client/dist; what did not change is kept. */
import { build, clientBuild, extensionBuild, webBuild } from './lib/builds.ts';

const report = (line: string): void => console.log(`  ${line}`);
try {
  await Promise.all([webBuild, extensionBuild(process.env.PUBLIC_URL), clientBuild].map((target) => build(target, report)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

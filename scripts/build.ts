/** `pnpm build`: the web app to dist/web, the extension to dist/extension; what did not change is kept. */
import { build, extensionBuild, webBuild } from './lib/builds.ts';

const report = (line: string): void => console.log(`  ${line}`);
try {
  await Promise.all([build(webBuild, report), build(extensionBuild(process.env.PUBLIC_URL), report)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

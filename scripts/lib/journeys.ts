/** Builds what the journeys load, and runs them. */
import { join } from 'node:path';
import { journeyKey } from '../../tests/src/journeys/journey-secret.ts';
import { build, unpacedExtensionBuild, webBuild } from './builds.ts';
import type { Browsers } from './chromium.ts';
import { type RunOptions, root, run } from './run.ts';

/** The journeys' server listens here, so that an extension can be built for it ahead of time. */
export const JOURNEY_PORT = 3457;
export const journeyOrigin = `http://localhost:${JOURNEY_PORT}`;

export async function prepareJourneys(report: (line: string) => void): Promise<void> {
  await build(webBuild, report);
  await build(unpacedExtensionBuild(journeyOrigin, journeyKey.publicKey), report);
}

/** @param options `quiet`: what Playwright prints is printed once it has ended @returns its exit code */
export async function runJourneys(
  { chromium, headlessShell }: Browsers,
  args: readonly string[],
  { quiet = false }: Pick<RunOptions, 'quiet'> = {},
): Promise<number> {
  const { code, output } = await run('playwright', ['test', ...args], {
    cwd: join(root, 'tests'),
    environment: {
      CHROMIUM_PATH: chromium,
      ...(headlessShell === null ? {} : { HEADLESS_SHELL_PATH: headlessShell }),
      JOURNEY_ORIGIN: journeyOrigin,
      PATH: journeyPath(),
    },
    quiet,
  });
  process.stdout.write(output);
  return code ?? 1;
}

/** Playwright is a dependency of the tests room, so its binary lives there. */
function journeyPath(): string {
  return [join(root, 'tests', 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(':');
}

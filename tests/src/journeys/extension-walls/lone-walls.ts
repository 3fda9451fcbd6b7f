/**
 * The extension with one of its two walls torn down, so that the other is seen to hold by itself. The
 * product knows nothing of this: the one is the finished package with its policy cut out, the other is
 * built here from sources that are changed on their way into the bundle.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { extensionFolder } from '../browser.ts';
import { journeyKey } from '../journey-secret.ts';
import { appOrigin } from './arena.ts';
import { root, runVite } from './run-vite.ts';

/** A name that the worker of a build without our rules sets once an address would have been judged; no other build sets it. */
export const RULES_GONE = '__leadloomRulesGone';

/** @returns a folder to load and to remove afterwards */
export async function buildWithoutPolicy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-no-policy-'));
  await cp(extensionFolder, folder, { recursive: true });
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const { content_security_policy: policy, ...rest } = manifest;
  if (policy === undefined) throw new Error('the package has no policy to cut out');
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(rest));
  return folder;
}

/** Every address passes and every redirect is followed. @returns a folder to load and to remove afterwards */
export async function buildWithoutRules(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-no-rules-'));
  const config = join(folder, 'vite.config.mjs');
  const output = join(folder, 'package');
  await writeFile(config, configWithoutRules());
  await runVite(
    {
      LEADLOOM_TARGET: 'extension',
      PUBLIC_URL: appOrigin,
      LEADLOOM_SERVER_KEY: journeyKey.publicKey,
      LEADLOOM_PACING: 'off',
      LEADLOOM_EXTENSION_OUT: output,
    },
    ...['--config', config, '--configLoader', 'native'],
  );
  await rm(config);
  return output;
}

interface Change {
  /** The end of a source file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const judge = 'export function judgeLinkedInUrl(input: unknown): UrlVerdict {';
const changes: readonly Change[] = [
  {
    file: 'shared/src/linkedin/endpoint-grammar.ts',
    from: judge,
    to: `${judge}\n  Object.assign(globalThis, { ${RULES_GONE}: true });\n  if (typeof input === 'string') return { ok: true, href: input, endpoint: 'me', meter: null };\n`,
  },
  { file: 'extension/src/background/send-request.ts', from: "redirect: 'manual'", to: "redirect: 'follow'" },
];

/** A change that finds nothing to change stops the build: a wall that stands would prove nothing of the other. */
function configWithoutRules(): string {
  return `import base from ${JSON.stringify(pathToFileURL(join(root, 'vite.config.ts')).href)};
const changes = ${JSON.stringify(changes)};
const made = new Set();
const tornDown = {
  name: 'without-rules',
  enforce: 'pre',
  transform(code, id) {
    const change = changes.find(({ file }) => id.endsWith(file));
    if (change === undefined || !code.includes(change.from)) return null;
    made.add(change.file);
    return { code: code.replace(change.from, () => change.to), map: null };
  },
  generateBundle() {
    if (made.size < changes.length) this.error('a rule is not where it was');
  },
};
export default (env) => {
  const config = base(env);
  return { ...config, plugins: [tornDown, ...config.plugins] };
};
`;
}

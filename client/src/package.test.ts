import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyHolder } from '@leadloom/server/testing/key-holder';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { clientExample } from '@leadloom/shared/reference/examples/client-example';
import { KEY_VARIABLE } from '@leadloom/shared/reference/examples/example';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const room = join(import.meta.dirname, '..');
const compiler = join(room, '..', 'node_modules', '.bin', 'tsc');

interface Run {
  readonly code: number;
  readonly output: string;
}

/** The package as somebody else has it: built, in a folder that knows nothing of this workspace. */
describe('the installed client', () => {
  let server: TestServer;
  let folder: string;
  let origin: string;

  const run = (program: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Run> =>
    new Promise((resolve) => {
      execFile(program, [...words], { cwd: folder, env: { PATH: process.env.PATH, ...environment } }, (error, output, errors) =>
        resolve({ code: error === null ? 0 : 1, output: output + errors }),
      );
    });

  beforeAll(async () => {
    server = await startTestServer();
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'leadloom-client-'));
    const installed = join(folder, 'node_modules', '@leadloom', 'client');
    const built = await run(compiler, ['-p', join(room, 'tsconfig.build.json'), '--outDir', join(installed, 'dist')]);
    expect(built).toEqual({ code: 0, output: '' });
    await cp(join(room, 'package.json'), join(installed, 'package.json'));
    await writeFile(join(folder, 'program.mts'), clientExample(origin));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('runs the program of the article', async () => {
    const { key } = await createKeyHolder(server, undefined, { kind: 'test' });
    const { code, output } = await run(process.execPath, ['program.mts'], { [KEY_VARIABLE]: key });
    expect(code, output).toBe(0);
    expect(output).toMatch(/^\d+ .+ \(sample\) https:/);
    const refused = await run(process.execPath, ['program.mts'], { [KEY_VARIABLE]: 'll_test_of-nobody' });
    expect(refused).toEqual({ code: 1, output: '401 AUTH.KEY_INVALID: This API key is not valid.\n' });
  });

  it('the package has types for every module resolution', async () => {
    await writeFile(
      join(folder, 'mistake.mts'),
      `import { createClient } from '@leadloom/client';
const { data } = await createClient({ origin: '', apiKey: '' }).tables.people.list({ fields: ['city'] });
const city: number = data[0].city;
export { city };
`,
    );
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    for (const resolution of [
      ['--module', 'nodenext'],
      ['--module', 'preserve', '--moduleResolution', 'bundler'],
    ]) {
      const declared = `declare const process: { env: Record<string, string | undefined>; exitCode?: number };\n`;
      await writeFile(join(folder, 'typed.mts'), declared + clientExample(origin));
      expect(await run(compiler, [...strict, ...resolution, 'typed.mts'])).toEqual({ code: 0, output: '' });
      const { code, output } = await run(compiler, [...strict, ...resolution, 'mistake.mts']);
      expect(code).toBe(1);
      expect(output).toContain("Type 'string | null' is not assignable to type 'number'");
    }
  });

  it('the package has no dependencies', async () => {
    const manifest: { dependencies?: unknown; files: string[] } = JSON.parse(await readFile(join(room, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.files).toEqual(['dist', 'README.md']);
  });

  it('the README shows the same example as the article', async () => {
    const readme = await readFile(join(room, 'README.md'), 'utf8');
    expect(readme).toContain(clientExample('https://leads.example.com'));
  });
});

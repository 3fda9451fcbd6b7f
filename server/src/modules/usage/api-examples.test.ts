import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiExample, apiExamples, type ExampleLanguage, KEY_VARIABLE } from '@leadloom/shared/contract/api-examples';
import { usageSchema } from '@leadloom/shared/contract/usage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { takeRequests } from './usage.service.ts';

interface Outcome {
  readonly hasSucceeded: boolean;
  readonly output: string;
  readonly errors: string;
}

/** What runs each language; TypeScript is run by the very Node this test runs on. */
const programs: Readonly<Record<ExampleLanguage, string>> = { curl: 'sh', typescript: process.execPath, python: 'python3' };
const fileNames: Readonly<Record<ExampleLanguage, string>> = { curl: 'usage.sh', typescript: 'usage.mts', python: 'usage.py' };
const canRun = (program: string, ...words: readonly string[]) => spawnSync(program, words).status === 0;
const isRunHere: Readonly<Record<ExampleLanguage, boolean>> = {
  curl: canRun('sh', '-c', 'curl --version'),
  typescript: true,
  python: canRun('python3', '--version'),
};
const runnable = apiExamples('http://localhost').filter(({ language }) => isRunHere[language]);

describe('the examples of the data API', () => {
  let server: TestServer;
  let folder: string;
  let origin: string;
  const exampleIn = (language: ExampleLanguage): ApiExample => {
    const example = apiExamples(origin).find((candidate) => candidate.language === language);
    if (example === undefined) throw new Error(`there is no example in ${language}`);
    return example;
  };
  async function run({ language, code }: ApiExample, key: string): Promise<Outcome> {
    const file = join(folder, fileNames[language]);
    await writeFile(file, code);
    const environment = { PATH: process.env.PATH, HOME: process.env.HOME, [KEY_VARIABLE]: key };
    return new Promise((resolve) => {
      execFile(programs[language], [file], { env: environment }, (error, output, errors) =>
        resolve({ hasSucceeded: error === null, output, errors }),
      );
    });
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_REQUEST_LIMIT: '500' } });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'leadloom-examples-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(runnable)('in $label tells what is used with a key', async ({ language }) => {
    const { key, accountId } = await createKeyHolder(server);
    await takeRequests(server.platform, accountId, null, 12);
    const { hasSucceeded, output, errors } = await run(exampleIn(language), key);
    expect(hasSucceeded, errors).toBe(true);
    if (language === 'curl') {
      expect(usageSchema.parse(JSON.parse(output))).toMatchObject({ request_count: 12, request_limit: 500 });
      return;
    }
    expect(output).toBe('12 of 500 requests used this month\n59 more calls in this minute\n');
  });

  it.each(runnable)('in $label fails with the server’s own words without one', async ({ language }) => {
    const { hasSucceeded, output, errors } = await run(exampleIn(language), 'll_live_of-nobody');
    expect(hasSucceeded).toBe(false);
    expect(output + errors).toContain('This API key is not valid.');
    expect(output + errors).toContain('AUTH.KEY_INVALID');
  });

  it.each(apiExamples('https://leads.example.com'))('in $label hold the server’s address and no key', ({ code }) => {
    expect(code).toContain('https://leads.example.com/api/v1/usage');
    expect(code).toContain(KEY_VARIABLE);
    expect(code).not.toContain('ll_live_');
    expect(Math.max(...code.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});

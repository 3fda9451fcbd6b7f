import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmptyInstallation } from '@leadloom/server/testing/backups.fixture';
import { createKeyHolder } from '@leadloom/server/testing/key-holder';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { people } from '@leadloom/shared/tables/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, documents } from './documents.ts';
import { createReader, type Reader } from './reader.fixture.ts';
import { compareOutput, readSession } from './session.ts';

const tokens = { METRICS_TOKEN: randomBytes(16).toString('hex'), OPERATOR_TOKEN: randomBytes(16).toString('hex') };

const cases = documents.flatMap((document) => {
  const blocks = blocksOf(document).filter(({ language }) => ['csv', 'sh', 'console'].includes(language));
  return blocks.length === 0 ? [] : [[document.path, blocks] as const];
});

describe('the commands in the documents', () => {
  let server: TestServer;
  let origin: string;
  let settings: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await startTestServer({ environment: tokens });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { key } = await createKeyHolder(server);
    const person = { name: 'Maren Holt', email: 'maren@nordlys.example', company_website: 'https://nordlys.example' };
    await addRows(server.database, people, [person]);
    settings = {
      ...tokens,
      LEADLOOM_API_KEY: key,
      DATABASE_URL: server.databaseUrl,
      PUBLIC_URL: 'https://leads.example.com',
      TRUST_PROXY: 'loopback',
      REGISTRATION: 'invite',
      SAMPLE_DATA: 'on',
    };
  });
  afterAll(() => server.close());

  it.each(cases)('the commands of %s do and print what it says', { timeout: 240_000 }, async (_, blocks) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-documents-'));
    await writeFile(join(dataDir, 'secrets'), `${server.platform.secrets[0].toString('hex')}\n`, { mode: 0o600 });
    const empty = blocks.some(({ text }) => text.includes(' restore ')) ? await openEmptyInstallation(server.databaseUrl) : null;
    const emptied = empty === null ? {} : { EMPTY_DATABASE_URL: empty.databaseUrl };
    const reader = await createReader(origin, { ...settings, ...emptied, DATA_DIR: dataDir });
    try {
      const names = new Map<string, string>();
      for (const block of blocks) {
        if (block.language === 'csv') await reader.save('companies.csv', block.text);
        else if (block.language === 'sh') await reader.type(block.text);
        else await follow(reader, block, names);
      }
    } finally {
      await reader.leave();
      await empty?.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** @param names what the document calls something, and what it is called here */
async function follow(reader: Reader, { path, line, text }: Block, names: Map<string, string>): Promise<void> {
  for (const { command, output } of readSession(text)) {
    const here = [...names].reduce((typed, [shown, real]) => typed.replaceAll(shown, real), command);
    const { shown, printed, isSame } = compareOutput(output, await reader.type(here), names);
    if (!isSame) expect(printed, `${path}:${line}: ${command}`).toBe(shown);
  }
}

describe('a session that a document shows', () => {
  const id = (digit: string) => `${digit.repeat(8)}-aaaa-bbbb-cccc-${digit.repeat(12)}`;

  it('names that are made anew are told apart, and a line … stands for others', () => {
    const names = new Map<string, string>();
    const compare = (shown: string, printed: string) => compareOutput(shown, printed, names).isSame;
    expect(compare(`undo ${id('1')} at 2026-03-31 09:30\n`, `undo ${id('2')} at 2027-01-02 10:00\n`)).toBe(true);
    expect(names.get(id('1'))).toBe(id('2'));
    expect(compare(`${id('1')}\n`, `${id('3')}\n`)).toBe(false);
    expect(compare('a\n…\nd\n', 'a\nb\nc\nd\n')).toBe(true);
    expect(compare('a\n…\nd\n', 'a\nb\nc\n')).toBe(false);
    expect(compare('3 rows\n', '4 rows\n')).toBe(false);
  });

  it('output before the first command is refused', () => {
    expect(() => readSession('done\n')).toThrow('begins with a command');
    expect(readSession('$ a\nx\n$ b\n')).toEqual([
      { command: 'a', output: 'x\n' },
      { command: 'b', output: '' },
    ]);
  });
});

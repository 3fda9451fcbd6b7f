import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, settingNames } from '@leadloom/server/config';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { runChecker } from '../shipping/run-checker.ts';
import { type Block, blocksIn } from './documents.ts';

const place = ({ path, line }: Block) => `${path}:${line}`;
const cases = (language: string) => blocksIn(language).map((block) => [place(block), block] as const);

/** The lines `NAME=value` of a block. */
function settingsOf({ text }: Block): readonly (readonly [string, string])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      // What a reader puts in.
      return [name, value.replace(/^(?:…|<.*>)$/, 'ab'.repeat(32))] as const;
    });
}

/** The variables of compose.yaml, which a test of its own reads. */
const ofCompose = ['LEADLOOM_HOST', 'POSTGRES_PASSWORD', 'POSTGRES_SUPERUSER_PASSWORD', 'CLICKHOUSE_PASSWORD'];

describe('the configurations in the documents', () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-documents-'));
    server = await startTestServer({ doesJobs: false });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(cases('env'))('a server starts with the settings at %s', (_, block) => {
    const settings = settingsOf(block).filter(([name]) => !ofCompose.includes(name));
    expect(settings.length).toBeGreaterThan(0);
    for (const [name] of settings) expect(settingNames).toContain(name);
    const needed = settings.some(([name]) => name === 'DATABASE_REPLICA_URLS')
      ? { DATABASE_URL: 'postgres://leadloom:password@db.example.com/leadloom' }
      : {};
    expect(() => readConfig({ ...needed, ...Object.fromEntries(settings) })).not.toThrow();
  });

  it.each(cases('yaml'))('the configuration at %s is valid YAML', (_, { text }) => {
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(parse(text)))).not.toEqual([]);
  });

  it.each(cases('ini'))('the configuration at %s has sections and keys with values', (_, { text }) => {
    for (const line of text.trim().split('\n')) expect(line).toMatch(/^(?:\[\w+\]|\w+ = \S.*|)$/);
  });

  it.each(cases('haproxy'))('the configuration at %s passes the check of HAProxy', async (where, { text }) => {
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, text);
    const complaint = await runChecker('haproxy', ['-c', '-q', '-f', file]);
    if (complaint === null) process.stderr.write(`haproxy is not installed: ${where} is not checked by it.\n`);
    else expect(complaint).toBe('');
  });

  it.each(cases('sql'))('the database accepts the statements at %s', async (_, { text }) => {
    const role = 'do $$ begin create role leadloom; exception when duplicate_object then null; end $$;';
    const statements = text.replaceAll('--> statement-breakpoint', '').replaceAll("'NAME'", "'companies'");
    await server.database.$client.query(`begin; ${role} ${statements}; rollback`);
  });
});

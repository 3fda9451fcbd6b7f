import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemporaryDirectory, removeDirectory } from '../../../server/src/testing/temporary-directory.ts';
import { describeData } from './describe-data.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTemporaryDirectory('describe-data');
});
afterEach(() => removeDirectory(dataDir));

it('a start names the folder of the data alone while everything is in it', async () => {
  await mkdir(join(dataDir, 'postgres'));
  expect(await describeData({ dataDir, databaseUrl: null })).toEqual([`Data        ${dataDir}`]);
});

it('a start says where the database is if it could not be there', async () => {
  await symlink('/var/lib/leadloom/0a1b2c', join(dataDir, 'postgres'));
  expect(await describeData({ dataDir, databaseUrl: null })).toContain('Database    /var/lib/leadloom/0a1b2c');
  expect(await describeData({ dataDir, databaseUrl: 'postgres://db.example.com/leads' })).toHaveLength(1);
});

import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import { packFolder, writePacked } from './pack-folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'leadloom-pack-'));
afterAll(() => rmSync(parent, { recursive: true }));

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(parent, name, file, '..'), { recursive: true });
    writeFileSync(join(parent, name, file), text);
  }
  return join(parent, name);
}

it('the archive holds every file under its name, with the manifest at its root', () => {
  const files = { 'manifest.json': '{"version":"1"}', 'assets/popup.js': 'export {};'.repeat(50), 'icons/a.png': '' };
  const unpacked = unzipSync(packFolder(folderOf('whole', files)));
  expect(Object.fromEntries(Object.entries(unpacked).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual(files);
});

it('unpacked files can be read by everybody', () => {
  const archive = Buffer.from(packFolder(folderOf('modes', { 'manifest.json': '{}' })));
  const entry = archive.indexOf('PK\u0001\u0002', 'latin1');
  expect((archive.readUInt32LE(entry + 38) >>> 16).toString(8)).toBe('100644');
});

it('the same files give the same bytes, whenever and in whatever order they were written', () => {
  const one = folderOf('one', { 'a.js': 'a', 'b/c.js': 'c' });
  const other = folderOf('other', { 'b/c.js': 'c', 'a.js': 'a' });
  utimesSync(join(other, 'a.js'), new Date('2031-05-05T05:05:05Z'), new Date('2031-05-05T05:05:05Z'));
  expect(Buffer.from(packFolder(one)).equals(packFolder(other))).toBe(true);
  expect(Buffer.from(packFolder(one)).equals(packFolder(folderOf('changed', { 'a.js': 'A', 'b/c.js': 'c' })))).toBe(false);
});

it('an archive that would be the same is not written again', () => {
  const folder = folderOf('kept', { 'a.js': 'a' });
  const archive = join(parent, 'kept.zip');
  writePacked(folder, archive);
  utimesSync(archive, 1_000, 1_000);
  writePacked(folder, archive);
  expect(statSync(archive).mtimeMs).toBe(1_000_000);
  writeFileSync(join(folder, 'a.js'), 'changed');
  writePacked(folder, archive);
  expect(statSync(archive).mtimeMs).not.toBe(1_000_000);
});

import { describe, expect, it } from 'vitest';
import { readSources } from './source-files.ts';

const rooms = ['shared', 'web', 'extension', 'server', 'client', 'integrations', 'tests', 'bench', 'scripts'];
const sources = readSources(rooms, /\.tsx?$/);

describe('source files', () => {
  it('source files are found in every room', () => {
    for (const room of rooms) expect(sources.some((file) => file.path.startsWith(`${room}/`))).toBe(true);
  });

  it('source files stay below 300 lines (tests below 480), or say at the top why not', () => {
    const tooLong = sources.filter(
      (file) =>
        file.text.split('\n').length > (/\.(test|spec)\.tsx?$/.test(file.path) ? 480 : 301) &&
        !/^\/\*\*[\s\S]{0,1500}?\b(long|one table)\b/.test(file.text),
    );
    expect(tooLong.map((file) => file.path)).toEqual([]);
  });

  it('no file has a catch-all name', () => {
    const vague = sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc|index)(\.|\/)/.test(file.path));
    expect(vague.map((file) => file.path)).toEqual([]);
  });

  it('every suppression has a reason and every TODO a date', () => {
    const bare = sources.filter(
      (file) =>
        /@ts-(ignore|nocheck)/.test(file.text) ||
        /\/\/ (TODO|FIXME)(?! \d{4}-\d{2}-\d{2})/.test(file.text) ||
        /@ts-expect-error *\n/.test(file.text),
    );
    expect(bare.filter((file) => !file.path.endsWith('conventions/source-files.test.ts')).map((file) => file.path)).toEqual([]);
  });

  it('no file of the web app creates a date or number format while it is loaded, because the first one blocks a phone', () => {
    const creating = sources.filter(
      (file) =>
        file.path.startsWith('web/src/') &&
        !/\.test\.tsx?$/.test(file.path) &&
        /^(?:export )?const \w+ = new Intl\.\w+\(/m.test(file.text),
    );
    expect(creating.map((file) => file.path)).toEqual([]);
  });

  it('only the settings file reads the environment', () => {
    const readers = sources.filter(
      (file) =>
        file.path.startsWith('server/src/') &&
        !/\.test\.ts$|\/testing\//.test(file.path) &&
        /process\.env(?!\.(?:PATH|SystemRoot|NODE_COMPILE_CACHE)\b)/.test(file.text),
    );
    expect(readers.map((file) => file.path).filter((path) => path !== 'server/src/run-server.ts')).toEqual([]);
  });

  it('no test is skipped or focused', () => {
    const marked = sources.filter(
      (file) => /\.(test|spec)\.tsx?$/.test(file.path) && /\b(it|test|describe)\.(only|skip|todo)\(/.test(file.text),
    );
    expect(marked.filter((file) => !file.path.endsWith('conventions/source-files.test.ts')).map((file) => file.path)).toEqual([]);
  });
});

describe('the lockfile', () => {
  it('the lockfile names no registry host', () => {
    const [lockfile] = readSources(['.'], /^pnpm-lock\.yaml$/);
    expect(lockfile?.text.match(/https?:\/\/\S+/g) ?? []).toEqual([]);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSources } from '@leadloom/server/open-sources/sources';
import { openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import { tableNames } from '@leadloom/shared/tables/table-names';
import { describe, expect, it } from 'vitest';
import { faultsOf, readHowTo } from './how-to-pages.ts';
import { readSources, workspaceRoot } from './source-files.ts';

const folder = join(workspaceRoot, 'docs/how-to');
const pages = readdirSync(folder).sort();
const readPage = (page: string) => readFileSync(join(folder, page), 'utf8');
const rooms = ['shared/src', 'server/src', 'web/src', 'extension/src', 'client/src', 'scripts'];
/** Tests, their helpers, and what a generator writes. */
const NOT_WRITTEN = /\.(?:test|fixture)\.tsx?$|\/testing\/|^client\/src\/types\//;
/** As text, or as part of an identifier such as `redditPosts`. */
const listsAllTables = (text: string) =>
  tableNames.every((name) => new RegExp(`\\b${name.replace('-', '[-_]?')}\\b`, 'i').test(text));
const contributing = readFileSync(join(workspaceRoot, 'CONTRIBUTING.md'), 'utf8');

describe('the pages of docs/how-to', () => {
  it('CONTRIBUTING.md links every page of docs/how-to', () => {
    const linked = [...contributing.matchAll(/\]\(docs\/how-to\/([\w-]+\.md)\)/g)].map((match) => match[1]);
    expect([...new Set(linked)].sort()).toEqual(pages);
  });

  it.each(pages)('%s names only files, words and commands that exist', (page) => {
    expect(faultsOf(readHowTo(readPage(page)))).toEqual([]);
  });

  it('a table is added in at most five files', () => {
    expect(readHowTo(readPage('add-a-table.md')).steps.length).toBeLessThanOrEqual(5);
  });

  it('a source is a folder of at most five files', () => {
    const sources = join(workspaceRoot, 'server/src/open-sources');
    const files = (id: string) => readdirSync(join(sources, id)).filter((name) => !name.endsWith('.test.ts'));
    const ids = openSourceIds.filter((id) => existsSync(join(sources, id)));
    expect(ids).toContain('no-brreg');
    expect(ids.filter((id) => files(id).length > 5 || !files(id).includes(`${id}.ts`))).toEqual([]);
  });

  it('every source that is read is listed, has a page for operators, and a test', () => {
    const read = openSources.map(({ manifest }) => manifest.id);
    expect(new Set(read).size).toBe(read.length);
    const isMissing = (path: string) => !existsSync(join(workspaceRoot, path));
    const paths = read.flatMap((id) => [`docs/operator/${id}.md`, `tests/src/open-sources/${id}.test.ts`]);
    expect(paths.filter(isMissing)).toEqual([]);
    expect(openSourceIds.filter((id) => !isMissing(`server/src/open-sources/${id}/${id}.ts`) && !read.includes(id))).toEqual([]);
  });

  it('every file that lists the data tables is a step of adding one, or named there as optional', () => {
    const page = readHowTo(readPage('add-a-table.md'));
    const steps = page.steps.map(({ path }) => path);
    const listing = readSources(rooms, /\.tsx?$/).filter(({ path, text }) => !NOT_WRITTEN.test(path) && listsAllTables(text));
    expect(listing.map(({ path }) => path)).toContain('shared/src/tables/table-names.ts');
    expect(listing.filter(({ path }) => !steps.includes(path) && !page.optional.includes(path)).map(({ path }) => path)).toEqual(
      [],
    );
  });
});

describe('a how-to page with a mistake', () => {
  const page = [
    '# Add a thing',
    '',
    'For a thing.',
    '',
    'Worked example: `<thing>` is `people`.',
    '',
    '1. `shared/src/tables/<thing>.ts` → `defineTable`, `<thing>`: the definition.',
    '2. `README.md`: where it is told.',
    '',
    'Proof: `pnpm check`',
    '',
  ].join('\n');
  const faultsWith = (from: string, to: string) => faultsOf(readHowTo(page.replace(from, to)));

  it('the example page without a mistake passes', () => {
    expect(faultsOf(readHowTo(page))).toEqual([]);
  });

  it.each([
    ['shared/src/tables/', 'shared/src/table/', 'there is no shared/src/table/people.ts'],
    ['`<thing>` is `people`', '`<thing>` is `persons`', 'there is no shared/src/tables/persons.ts'],
    ['`<thing>` is', '`<matter>` is', 'there is no shared/src/tables/<thing>.ts'],
    ['`defineTable`', '`defineTables`', 'shared/src/tables/people.ts holds no defineTables'],
    ['pnpm check', 'pnpm prove', 'pnpm prove: ./package.json has no script prove'],
    ['pnpm check', 'pnpm --dir client prove', 'pnpm --dir client prove: client/package.json has no script prove'],
    ['pnpm check', 'pnpm exec vitest run server/src/none', 'pnpm exec vitest run server/src/none: there is no server/src/none'],
    ['pnpm check', 'pnpm exec nothing', 'pnpm exec nothing: there is no nothing'],
    ['Proof:', 'See:', 'it does not end with a proof'],
    ['For a thing.', 'A thing.', 'its first sentence does not say what it is for'],
  ])('the mistake %s → %s is found', (from, to, fault) => {
    expect(faultsWith(from, to)).toContain(fault);
  });

  it.each([
    ['Worked example', 'Example'],
    ['1. `shared', '1. shared'],
    ['2. `README', '3. `README'],
  ])('a page where %s reads %s cannot be parsed', (from, to) => {
    expect(() => faultsWith(from, to)).toThrow();
  });
});

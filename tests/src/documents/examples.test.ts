import { describe, expect, it } from 'vitest';
import { type Block, blocksOf, documents } from './documents.ts';

/** What tests do with a block, by its language. Those of `elsewhere` are read by a test of their own. */
const run = ['console', 'sh', 'csv', 'env', 'sql', 'yaml', 'ini', 'haproxy'];
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  js: ['docs/agents.md', 'docs/guide/be-told.md'],
  json: ['docs/agents.md'],
  query: ['docs/guide/ask-and-see.md'],
  toml: ['docs/agents.md'],
  ts: ['client/README.md'],
  where: ['docs/guide/ask-and-see.md'],
  words: ['docs/guide/ask-and-see.md'],
};
/** Nobody can run these in a test: they start what does not end, install, or change the machine; or they are pictures. */
const notRun: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  bash: {
    'CONTRIBUTING.md': 1,
    'README.md': 2,
    'client/README.md': 1,
    'docs/agents.md': 1,
    'docs/deployment.md': 5,
    'docs/design.md': 1,
    'docs/operator/column-store.md': 2,
    'docs/operator/install.md': 1,
    'docs/upgrading.md': 6,
    'integrations/n8n/README.md': 2,
  },
  text: { 'ARCHITECTURE.md': 3, 'docs/agents.md': 1, 'docs/guide/let-an-agent-act.md': 1, 'docs/operator/install.md': 1 },
};

const blocks = documents.flatMap(blocksOf);
const place = ({ path, line }: Block) => `${path}:${line}`;

describe('the examples in the documents', () => {
  it('every block has a language that tests know', () => {
    const known = new Set([...run, ...Object.keys(elsewhere), ...Object.keys(notRun)]);
    expect(blocks.filter(({ language }) => !known.has(language)).map(place)).toEqual([]);
  });

  it.each(Object.entries(elsewhere))('blocks in %s are only where a test runs them', (language, paths) => {
    const found = blocks.filter((block) => block.language === language).map(({ path }) => path);
    expect([...new Set(found)]).toEqual(paths);
  });

  it.each(Object.entries(notRun))('no block in %s is added without being counted', (language, counts) => {
    const found: Record<string, number> = {};
    for (const block of blocks) if (block.language === language) found[block.path] = (found[block.path] ?? 0) + 1;
    expect(found).toEqual(counts);
  });
});

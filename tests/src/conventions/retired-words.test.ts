import { describe, expect, it } from 'vitest';
import { retiredFileNames, retiredWords } from './retired-words.ts';
import { readSources } from './source-files.ts';

const rooms = ['shared', 'web', 'extension', 'server', 'client', 'integrations', 'tests', 'bench', 'scripts'];
const sources = readSources(rooms, /\.tsx?$/).filter(({ path }) => !path.includes('conventions/retired-words'));
const pages = readSources(['.'], /^(?:docs\/(?!decisions|measurements).*|README|ARCHITECTURE|CONTRIBUTING)\.md$/);

describe('the glossary', () => {
  it('no source file or document uses a retired word', () => {
    const found = [...sources, ...pages].flatMap(({ path, text }) =>
      retiredWords.flatMap(({ pattern, instead }) => {
        const word = pattern.exec(text)?.[0];
        return word === undefined ? [] : [`${path}: ${word} (instead: ${instead})`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('no file name uses a retired word', () => {
    const found = sources.flatMap(({ path }) =>
      retiredFileNames.flatMap(({ pattern, instead }) => (pattern.test(path) ? [`${path} (instead: ${instead})`] : [])),
    );
    expect(found).toEqual([]);
  });
});

/** The words that the guide shows ask for rows. */
import { tableNames } from '@leadloom/shared/tables/tables';
import { expect, it } from 'vitest';
import guide from '../../../../../../docs/guide/ask-and-see.md?raw';
import { requestedEntries } from './requested-entries.ts';

const words = [...guide.matchAll(/^```words\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));

it('the guide shows words', () => expect(words.length).toBeGreaterThan(4));

it.each(words)('%s asks for rows by a filter', (text) => {
  expect(requestedEntries(text, tableNames)[0]?.path).toMatch(/^\/table\/[a-z-]+\?./);
});

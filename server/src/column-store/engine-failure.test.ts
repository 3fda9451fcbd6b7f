import { expect, it } from 'vitest';
import { brokenAnswer, engineFailure } from './engine-failure.ts';

const exception = (words: string) =>
  `\r\n__exception__\r\ntag\r\nCode: 47. DB::Exception: ${words} (SOME_ERROR) (version 26.7.2.1)\n9 tag\r\n__exception__\r\n`;

it.each([
  ["Unknown identifier `x` in scope SELECT has(words, 'Ada Example')", 'Ada'],
  ["Table does not exist. Maybe you meant 'b'? It isn't so, 'Ada Example'", 'Ada'],
  [`Cannot parse input: expected '"' before: 'Ada","word":"Example"}\\n': (at row 2)`, 'Ada'],
  ["position(x, 'O\\'Ada Example')", 'Ada'],
  ["cut in the middle: 'Ada Example", 'Ada'],
  ['{"name":"Ada Example"}', 'Ada'],
])('says %s without what stands in quotes', (words, hidden) => {
  const { message } = brokenAnswer(exception(words));
  expect(message).toMatch(/^The column store refused: Code: 47\. DB::Exception: /);
  expect(message).not.toContain(hidden);
});

it('leaves no password in the words of any failure', () => {
  expect(engineFailure(new Error('cannot reach default:pass@host'), 'pass').message).not.toContain('pass');
  expect(engineFailure(brokenAnswer(exception('user pass is wrong')), 'pass').message).not.toContain('pass');
});

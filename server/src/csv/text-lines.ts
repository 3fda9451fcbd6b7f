/** Splits text into lines, with the memory of the longest line. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { RECORD_LIMIT } from './csv-records.ts';

/**
 * Lines without their ends, as many as a chunk completes.
 * @throws {UnreadableContent} if a line is too long
 */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest: string[] = [];
  let restLength = 0;
  let count = 0;
  for await (const chunk of text) {
    const lines = chunk.split('\n');
    const [first = '', ...others] = lines;
    rest.push(first);
    restLength += first.length;
    if (restLength > RECORD_LIMIT)
      throw new UnreadableContent(`line ${count + 1} is longer than ${RECORD_LIMIT / 1024 / 1024} million characters`);
    const last = others.pop();
    if (last === undefined) continue;
    const complete = [rest.join(''), ...others].map(withoutReturn);
    count += complete.length;
    rest = [last];
    restLength = last.length;
    yield complete;
  }
  const last = withoutReturn(rest.join(''));
  if (last !== '') yield [last];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

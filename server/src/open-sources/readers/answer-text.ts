import { type OpenAnswer, OpenSourceError } from '../open-source.ts';

/** The text of a page. @throws {OpenSourceError} unless the answer is the page */
export function answerText({ status, bytes, url }: OpenAnswer): string {
  if (status !== 200) throw new OpenSourceError(`${url} could not be fetched: status ${status}.`);
  return bytes.toString('utf8');
}

/** The value of a JSON answer. @throws {OpenSourceError} unless it is one */
export function answerJson(answer: OpenAnswer): unknown {
  const text = answerText(answer);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new OpenSourceError(`${answer.url} did not answer JSON.`, { cause });
  }
}

/** Reads JSON that publishers give as one array, or as a value on each line, holding one value at a time. */
import { pipeline, Readable } from 'node:stream';
import { type StreamArrayItem, streamArray } from 'stream-json/streamers/stream-array.js';
import { linesOf } from '../../csv/text-lines.ts';
import { OpenSourceError } from '../open-source.ts';
import { refusedIn } from './refused.ts';

/** Bytes within which an element has to end. Whole companies with all their filings take some kilobytes. */
const ELEMENT_BYTES = 16 * 1024 * 1024;

/** The elements of an array of any length. @throws {OpenSourceError} if it is none, is broken or breaks off */
export async function* readJsonArray(stream: Readable): AsyncGenerator<unknown> {
  let sinceElement = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      sinceElement += bytes.length;
      if (sinceElement > ELEMENT_BYTES) throw new OpenSourceError('An element of the JSON file is larger than 16 MB.');
      yield bytes;
    }
  }
  const elements = streamArray.withParserAsStream({ packValues: true, streamValues: false });
  pipeline(Readable.from(counted()), elements, () => undefined);
  for await (const { value } of refusedIn<StreamArrayItem>('The JSON file', elements)) {
    sinceElement = 0;
    yield value;
  }
}

/** The values of lines; blank lines are left out. @throws {OpenSourceError} for a line that is no JSON */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let line = 0;
  for await (const lines of refusedIn('The JSON file', linesOf(text))) {
    for (const written of lines) {
      line += 1;
      if (written.trim() === '') continue;
      yield parseLine(written, line);
    }
  }
}

function parseLine(written: string, line: number): unknown {
  try {
    return JSON.parse(written);
  } catch (cause) {
    throw new OpenSourceError(`Line ${line} of the JSON file cannot be read: it is not JSON, or is cut off.`, { cause });
  }
}

import { describe, expect, it } from 'vitest';
import { isWholeJsonValue, readJsonBody, readStart } from './read-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream of the chunks, and whether it was cancelled before its end. */
function streamOf(...chunks: readonly Uint8Array[]) {
  const queue = [...chunks];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = queue.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
  return { stream, left: queue };
}

describe('a JSON body', () => {
  it('a JSON body is read in full, including characters split between chunks', async () => {
    const encoded = bytes('{"name":"Zoë 李"}');
    const { stream } = streamOf(...[...encoded].map((byte) => Uint8Array.of(byte)));
    expect(await readJsonBody(stream)).toEqual({ ok: true, text: '{"name":"Zoë 李"}' });
  });

  it('a body beyond the limit is refused, and the rest is not read', async () => {
    const { stream, left } = streamOf(...Array.from({ length: 50 }, () => bytes('["aaaaaaaa"]')));
    expect(await readJsonBody(stream, 30)).toEqual({ ok: false, code: 'too_large' });
    expect(left.length).toBeGreaterThan(40);
  });

  it.each([
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a character cut at the end', Uint8Array.of(0x5b, 0x5d, 0xe6)],
    ['text', bytes('Please try again')],
    ['a page', bytes('<!doctype html><html></html>')],
    ['nothing', bytes('')],
    ['a cut object', bytes('{"data":{"name":"Maren')],
  ])('a body that is %s is refused', async (_, body) => {
    expect(await readJsonBody(streamOf(body).stream)).toEqual({ ok: false, code: 'not_json' });
  });

  it('a missing body is refused', async () => {
    expect(await readJsonBody(null)).toEqual({ ok: false, code: 'not_json' });
  });

  it('an error of the stream is passed on', async () => {
    const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('network error')) });
    await expect(readJsonBody(stream)).rejects.toThrow('network error');
  });
});

describe('a whole JSON value', () => {
  it.each(['{}', '[]', ' {"a":[1,"]","\\"}"]} \n', '[[],{"a":{}}]', '{"a":"\\\\"}'])('%s is a whole JSON value', (text) => {
    expect(isWholeJsonValue(text)).toBe(true);
  });

  it.each(['', ' ', '1', '"a"', 'null', '{', '{"a":1', '[1,2', '{"a":"b}', '{"a":"b\\"}', '{}{}', '{} x', ']', '}{', '"{}"'])(
    '%j is not a whole JSON value',
    (text) => {
      expect(isWholeJsonValue(text)).toBe(false);
    },
  );

  it('a value nested beyond the limit is refused', () => {
    expect(isWholeJsonValue('['.repeat(200) + ']'.repeat(200))).toBe(true);
    expect(isWholeJsonValue('['.repeat(201) + ']'.repeat(201))).toBe(false);
    expect(isWholeJsonValue('['.repeat(1_000_000))).toBe(false);
  });
});

describe('the beginning of a refusal', () => {
  it('of a refusal only the first chunk is read, at most 2,048 bytes', async () => {
    const { stream, left } = streamOf(bytes('CSRF check failed.'), ...Array.from({ length: 9 }, () => bytes('x')));
    expect(await readStart(stream)).toBe('CSRF check failed.');
    expect(left.length).toBeGreaterThan(5);
    expect(await readStart(streamOf(bytes('a'.repeat(5000))).stream)).toHaveLength(2048);
    expect(await readStart(null)).toBe('');
  });
});

/** Faults that alter the real answer. */
import type { Answer } from '../wire/answer.ts';
import type { alteredKinds } from './fault-book.ts';

type AlteredKind = (typeof alteredKinds)[number];

/** Bytes no UTF-8 text holds: a lone continuation, an overlong slash, half a character. */
const NOT_UTF8 = Buffer.from([0x80, 0xc0, 0xaf, 0xe3, 0x81]);

export const alteredFaults: Readonly<Record<AlteredKind, (answer: Answer) => Answer>> = {
  'truncated-json': (answer) => ({ ...answer, body: bytesOf(answer).subarray(0, Math.floor(bytesOf(answer).length / 2)) }),
  'wrong-content-type': (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' } }),
  'invalid-utf8': (answer) => ({
    ...answer,
    body: Buffer.concat([Buffer.from('{"data":"'), NOT_UTF8, Buffer.from('","included":[]}')]),
  }),
};

export function isAlteredKind(kind: string): kind is AlteredKind {
  return Object.hasOwn(alteredFaults, kind);
}

export function bytesOf(answer: Answer): Buffer {
  return typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
}

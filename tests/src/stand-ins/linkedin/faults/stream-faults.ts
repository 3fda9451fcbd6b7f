/**
 * Faults of time, size and connection. Everything here ends: by its own bound, when the client goes, or
 * when the stand-in closes.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, deflateRawSync } from 'node:zlib';
import type { Answer } from '../wire/answer.ts';
import { bytesOf } from './altered-faults.ts';
import type { FaultRule, streamKinds } from './fault-book.ts';

type StreamKind = (typeof streamKinds)[number];

export interface Sending {
  readonly answer: Answer;
  readonly response: ServerResponse;
  readonly rule: FaultRule;
  /** A signal that is aborted when the client goes or the stand-in closes. */
  readonly signal: AbortSignal;
}

const MEBIBYTE = 1024 * 1024;
const SLOW_MS = 31_000;
const DRIP_MS = 1000;
const HUGE_BYTES = 100 * MEBIBYTE;
const ENDLESS_BYTES = 4096 * MEBIBYTE;
const BOMB_BYTES = 10_240 * MEBIBYTE;
const JSON_TYPE = 'application/vnd.linkedin.normalized+json+2.1; charset=UTF-8';
const JSON_START = '{"included":[],"data":"';
const JSON_END = '"}';

export const streamFaults: Readonly<Record<StreamKind, (sending: Sending) => Promise<void>>> = {
  slow: async ({ answer, response, rule, signal }) => {
    await sleep(rule.delayMs ?? SLOW_MS, undefined, { signal });
    sendAnswer(response, answer);
  },
  drip: async ({ answer, response, rule, signal }) => {
    response.writeHead(answer.status, headersOf(answer));
    for (const byte of bytesOf(answer)) {
      response.write(Buffer.of(byte));
      await sleep(rule.delayMs ?? DRIP_MS, undefined, { signal });
    }
    response.end();
  },
  huge: async (sending) => {
    const size = sending.rule.size ?? HUGE_BYTES;
    sending.response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': size });
    sending.response.write(JSON_START);
    await writeFilling(sending, size - JSON_START.length - JSON_END.length);
    sending.response.end(JSON_END);
  },
  endless: async (sending) => {
    sending.response.writeHead(200, { 'content-type': JSON_TYPE });
    sending.response.write(JSON_START);
    await writeFilling(sending, sending.rule.size ?? ENDLESS_BYTES);
    // The bound is ours alone: to the client the text never ended.
    sending.response.destroy();
  },
  'gzip-bomb': async (sending) => {
    sending.response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' });
    await writeBomb(sending, sending.rule.size ?? BOMB_BYTES);
    sending.response.destroy();
  },
  reset: async ({ response }) => {
    response.socket?.destroy();
  },
  'reset-midway': async ({ answer, response }) => {
    const bytes = bytesOf(answer);
    response.writeHead(answer.status, { ...headersOf(answer), 'content-length': bytes.length });
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
  },
};

export function isStreamKind(kind: string): kind is StreamKind {
  return Object.hasOwn(streamFaults, kind);
}

/** These bring a body of their own, whatever the real answer is. */
export function isEndlessKind(kind: StreamKind): boolean {
  return kind === 'huge' || kind === 'endless' || kind === 'gzip-bomb';
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const bytes = bytesOf(answer);
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': bytes.length });
  response.end(bytes);
}

function headersOf(answer: Answer): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}

/** Letters, as fast as the client takes them. */
async function writeFilling(sending: Sending, size: number): Promise<void> {
  const block = Buffer.alloc(64 * 1024, 'a');
  for (let left = size; left > 0; left -= block.length)
    await writeBlock(sending, block.subarray(0, Math.min(left, block.length)));
}

/**
 * One stream of deflate blocks, each a mebibyte of letters flushed so that it stands alone; repeating a
 * kilobyte is all it costs. The checksum at the end never comes: nobody should read that far.
 */
async function writeBomb(sending: Sending, size: number): Promise<void> {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  const flushed = { finishFlush: constants.Z_FULL_FLUSH } as const;
  await writeBlock(sending, Buffer.concat([header, deflateRawSync(JSON_START, flushed)]));
  const block = deflateRawSync(Buffer.alloc(MEBIBYTE, 'a'), flushed);
  for (let left = size; left > 0; left -= MEBIBYTE) await writeBlock(sending, block);
}

async function writeBlock({ response, signal }: Sending, block: Buffer): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(block)) await once(response, 'drain', { signal });
}

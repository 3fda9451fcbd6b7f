/**
 * Reads large JSON bodies in a thread, one at a time for an account. Bytes are given to the thread and back without copies.
 * Documents come back as bytes, because copying a parsed one from the thread takes as long as parsing it here.
 */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import { AppError } from '../http/app-error.ts';
import type { BodyRules } from '../http/json-text.ts';
import { LargeDocument } from '../http/large-document.ts';
import { createGate } from '../limits/gate.ts';
import { createWorkThread } from '../process/work-thread.ts';

export interface LargeBodyTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rules: BodyRules;
  /** Members of the body, or of its `content`, that carry documents. */
  readonly documents: readonly string[];
}

/** A document, and where it was. */
export interface CutDocument {
  readonly holder: 'body' | 'content';
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isJson: boolean;
}

export type LargeBodyResult =
  /** @param rest the body without its documents */
  | { readonly kind: 'read'; readonly rest: unknown; readonly cut: readonly CutDocument[] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/** Waiting bodies are held in memory, each up to the limit of its endpoint. */
const WAITING = { slots: 1, waiting: 20, waitMilliseconds: 30_000, perAccount: 8, atOnce: 1 };

const thread = createWorkThread<LargeBodyTask, LargeBodyResult>(new URL('./large-body-worker.ts', import.meta.url));
const gate = createGate(WAITING);

/**
 * Reads as `parseJsonBody` does; each document is a `LargeDocument`. The memory of the bytes is gone afterwards.
 * @param accountId 0 for callers without an account
 * @throws {AppError} those of `parseJsonBody`, RATE.LIMITED, SERVER.BUSY
 */
export async function readLargeBody(task: LargeBodyTask, accountId: number): Promise<unknown> {
  const leave = await gate.enter(accountId, new AppError('RATE.LIMITED', { retryAfterSeconds: 1 }));
  try {
    const result = await thread.run(task, [task.bytes.buffer]);
    if (result.kind === 'refused') throw new AppError(result.code, { message: result.message });
    for (const { holder, name, bytes, isJson } of result.cut) {
      const parts = holder === 'body' ? result.rest : contentOf(result.rest);
      if (isRecord(parts)) parts[name] = new LargeDocument(bytes, isJson);
    }
    return result.rest;
  } finally {
    leave();
  }
}

export function contentOf(body: unknown): unknown {
  return isRecord(body) ? body.content : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

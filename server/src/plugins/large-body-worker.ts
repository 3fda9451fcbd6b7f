/** The thread that reads large bodies. Started by `large-body.ts` only. */

import { AppError } from '../http/app-error.ts';
import { LARGE_BODY } from '../http/large-document.ts';
import { serveTasks } from '../process/serve-tasks.ts';
import { parseJsonBody } from './json-body.ts';
import { type CutDocument, contentOf, isRecord, type LargeBodyResult, type LargeBodyTask } from './large-body.ts';

const TOO_LARGE_WITHOUT_DOCUMENTS = 'The body is too large beside the documents in it.';
const encoder = new TextEncoder();

serveTasks(
  ({ bytes, rules, documents }: LargeBodyTask): LargeBodyResult => {
    try {
      const body = parseJsonBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(), rules);
      const cut = [...cutFrom(body, 'body', documents), ...cutFrom(contentOf(body), 'content', documents)];
      if (JSON.stringify(body ?? null).length > LARGE_BODY)
        throw new AppError('REQUEST.TOO_LARGE', { message: TOO_LARGE_WITHOUT_DOCUMENTS });
      return { kind: 'read', rest: body, cut };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'refused', code: error.code, message: error.message };
    }
  },
  (result) => (result.kind === 'read' ? result.cut.map(({ bytes }) => bytes.buffer) : []),
);

/** Takes the documents out of their holder. Of numbers and other small values, nothing is taken. */
function cutFrom(parts: unknown, holder: CutDocument['holder'], documents: readonly string[]): CutDocument[] {
  if (!isRecord(parts)) return [];
  return documents.flatMap((name) => {
    const value = parts[name];
    const isJson = typeof value === 'object' && value !== null;
    if (!isJson && typeof value !== 'string') return [];
    delete parts[name];
    return [{ holder, name, isJson, bytes: encoder.encode(isJson ? JSON.stringify(value) : value) }];
  });
}

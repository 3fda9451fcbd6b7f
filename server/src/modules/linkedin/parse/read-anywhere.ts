/** Reads answers where it blocks nobody: small ones at once, large ones in a thread. */
import { LARGE_TEXT } from '../../../http/large-json.ts';
import { createWorkThread } from '../../../process/work-thread.ts';
import { type ReadResult, type ReadTask, readAnswers } from './read-answers.ts';

const thread = createWorkThread<ReadTask, ReadResult>(new URL('./answers-worker.ts', import.meta.url));

export async function readAnywhere(task: ReadTask): Promise<ReadResult> {
  if (textOf(task) <= LARGE_TEXT) return readAnswers(task);
  const result = await thread.run(task);
  if (result.kind !== 'profile' || result.accepted.raw === null) return result;
  // Buffers arrive as plain bytes.
  const raw = result.accepted.raw.map(({ slot, content, digest }) => ({
    slot,
    content: Buffer.from(content.buffer, content.byteOffset, content.length),
    digest: Buffer.from(digest.buffer, digest.byteOffset, digest.length),
  }));
  return { ...result, accepted: { ...result.accepted, raw } };
}

/** In characters. What a small body had already parsed is small, and does not count. */
function textOf(task: ReadTask): number {
  const answers = task.kind === 'profile' ? task.answers : [task.answer];
  return answers.reduce((sum, { content }) => sum + (typeof content === 'string' ? content.length : 0), 0);
}

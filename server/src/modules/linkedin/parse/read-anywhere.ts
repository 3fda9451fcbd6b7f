/** Reads answers where it blocks nobody: small ones at once, large ones in a thread. */
import { createWorkThread } from '../../../process/work-thread.ts';
import { type ReadResult, type ReadTask, readAnswers } from './read-answers.ts';

const thread = createWorkThread<ReadTask, ReadResult>(new URL('./answers-worker.ts', import.meta.url));

/** Documents are gone afterwards. */
export async function readAnywhere(task: ReadTask): Promise<ReadResult> {
  const answers = task.kind === 'profile' ? task.answers : [task.answer];
  const memory = answers.flatMap(({ document }) => (document === null ? [] : [document.bytes.buffer]));
  // Only a large body has documents; the values of another one are small and were parsed with it.
  if (memory.length === 0) return readAnswers(task);
  const result = await thread.run(task, memory);
  if (result.kind !== 'profile' || result.accepted.raw === null) return result;
  // Buffers arrive as plain bytes.
  const raw = result.accepted.raw.map(({ slot, content, digest }) => ({
    slot,
    content: Buffer.from(content.buffer, content.byteOffset, content.length),
    digest: Buffer.from(digest.buffer, digest.byteOffset, digest.length),
  }));
  return { ...result, accepted: { ...result.accepted, raw } };
}

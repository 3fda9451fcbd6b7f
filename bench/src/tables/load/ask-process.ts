/** Work in a process of its own, so that what it costs is not the benchmark's: one message there, one back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @param script ends once nobody is connected any more @throws {Error} where it ends without an answer */
export async function askProcess<Answer>(script: URL, question: object): Promise<Answer> {
  const child = fork(fileURLToPath(script));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the load ended with ${code}`);
  });
  const told: Promise<Answer[]> = once(child, 'message');
  child.send(question);
  try {
    const [answer] = await Promise.race([told, ended]);
    if (answer === undefined) throw new Error('the load told no result');
    return answer;
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}

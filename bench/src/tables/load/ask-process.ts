/** Work in a separate process, so that its cost is not the benchmark's: one message there, one back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @param script ends once it is disconnected @throws {Error} if it ends without a reply */
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

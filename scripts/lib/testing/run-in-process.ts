/** Commands of operators, run in the process of the test: a process of its own for each costs more than its work. */
import { Readable, Writable } from 'node:stream';
import type { DataResult } from '../../../server/src/testing/data-command.ts';
import { type CommandSet, runCommandIn } from '../run-command.ts';

/** @param environment as an operator sets it; nothing else is in it @param input what the command reads from standard input */
export async function runInProcess(
  set: CommandSet,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<DataResult> {
  const [output, errors] = [new CollectedText(), new CollectedText()];
  const code = await runCommandIn(set, args, {
    environment,
    terminal: { input: Readable.from([Buffer.from(input)]), output, errors },
  });
  return { code, output: output.text(), errors: errors.text() };
}

class CollectedText extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

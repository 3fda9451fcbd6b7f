/**
 * Runs TypeScript examples, one after another, in one process: a line of standard input names the file, the folder and the
 * environment of each, and a line of standard output says how it ended. What `run-example.ts` writes in Python is the same.
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { z } from 'zod';

const orderSchema = z.object({ file: z.string(), folder: z.string(), environment: z.record(z.string(), z.string()) });

const answer = process.stdout.write.bind(process.stdout);
let printed: string[] = [];
process.stdout.write = (chunk: string | Uint8Array) => {
  printed.push(String(chunk));
  return true;
};

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { file, folder, environment } = orderSchema.parse(JSON.parse(line));
  printed = [];
  process.chdir(folder);
  Object.assign(process.env, environment);
  count += 1;
  // A file of the same name may have been run before.
  const errors = await import(`${pathToFileURL(file).href}?run=${count}`).then(
    () => '',
    (error: unknown) => `${inspect(error)}\n`,
  );
  answer(`${JSON.stringify({ hasSucceeded: errors === '', output: printed.join(''), errors })}\n`);
}

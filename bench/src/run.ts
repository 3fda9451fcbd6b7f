/** `node bench/src/run.ts <name>…`: runs the named benchmarks, or all of them. Each sets the exit code when it misses a goal. */
import { benchAccount } from './account.ts';
import { benchExtension } from './extension.ts';
import { benchParse } from './parse.ts';
import { benchSizes } from './sizes.ts';

const benchmarks: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['account', benchAccount],
  ['parse', benchParse],
  ['extension', benchExtension],
  ['sizes', benchSizes],
]);

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : benchmarks.keys()) {
  const benchmark = benchmarks.get(name);
  if (benchmark === undefined) {
    console.error(`no benchmark named ${name}; there are: ${[...benchmarks.keys()].join(', ')}`);
    process.exitCode = 2;
  } else {
    await benchmark();
  }
}

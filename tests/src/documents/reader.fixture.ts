/**
 * Somebody who types what a document shows, in a folder of their own: `npx -y pnpm@12 …` runs the scripts of the workspace,
 * and `https://leads.example.com` is the server of the test.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../conventions/source-files.ts';
import { startCommandRunner } from './command-runner.fixture.ts';

const SHOWN_ORIGIN = 'https://leads.example.com';

/**
 * A stand-in for `npx` that runs the scripts of package.json; the place of a restore is an empty database. Commands with
 * subcommands are handed to the command runner, see there.
 */
const npx = `#!/bin/sh
[ "$1 $2" = "-y pnpm@12" ] || exit 64
script=$3
shift 3
case $script in data|collector|accounts)
  code=$({ printf '%s\\0' "$PWD" "$script" "$@"; } |
    curl -sS --unix-socket "$COMMAND_RUNNER/socket" --data-binary @- -H 'content-type: application/octet-stream' http://runner/) || exit 70
  cat "$COMMAND_RUNNER/output"
  cat "$COMMAND_RUNNER/errors" >&2
  exit "$code"
esac
[ "$script" = restore ] && export DATABASE_URL="$EMPTY_DATABASE_URL"
exec "${process.execPath}" "${workspaceRoot}/scripts/$script.ts" "$@"
`;

/** Says hello to the server, as the client that is set up would. */
const claude = `#!/bin/sh
[ "$1 $2 $3 $4 $5 $7" = "mcp add --transport http leadloom --header" ] || exit 64
exec curl -sS -H "$8" -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' "$6" -d \\
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"claude","version":"1"}}}'
`;

export interface Reader {
  /** Variables that a command exports are there for later ones. @returns what it printed, standard error included */
  type(command: string): Promise<string>;
  save(file: string, text: string): Promise<void>;
  leave(): Promise<void>;
}

/** @param environment settings, and what the document tells to put into variables */
export async function createReader(origin: string, environment: Readonly<Record<string, string>>): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-reader-'));
  const [programs, backups, moved] = ['programs', 'backups', 'moved'].map((name) => join(folder, name));
  if (programs === undefined || backups === undefined || moved === undefined) throw new Error('no folders');
  for (const path of [programs, backups]) await mkdir(path);
  await writeFile(join(programs, 'npx'), npx, { mode: 0o755 });
  await writeFile(join(programs, 'claude'), claude, { mode: 0o755 });
  await writeFile(join(folder, '.curlrc'), 'fail\n');
  const shown: readonly (readonly [string, string])[] = [
    ['/var/backups', backups],
    ['/var/lib/leadloom-new', moved],
  ];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const runner = await startCommandRunner(environment);
  const env = {
    PATH: `${programs}:${PATH}`,
    NODE_COMPILE_CACHE,
    HOME: folder,
    COMMAND_RUNNER: runner.folder,
    ...environment,
  };

  const exported: string[] = [];
  return {
    type: (command) => {
      if (command.startsWith('export ')) {
        exported.push(command);
        return Promise.resolve('');
      }
      const local = shown.reduce((text, [there, here]) => text.replaceAll(there, here), [...exported, command].join('\n'));
      const script = `exec 2>&1\n${local.replaceAll(SHOWN_ORIGIN, origin)}`;
      return new Promise((resolve, reject) => {
        execFile('sh', ['-e', '-c', script], { env, cwd: folder }, (error, output) => {
          if (error === null) resolve(shown.reduce((text, [there, here]) => text.replaceAll(here, there), output));
          else reject(new Error(`${error.message}\n${output}`));
        });
      });
    },
    save: (file, text) => writeFile(join(folder, file), text),
    leave: async () => {
      await runner.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

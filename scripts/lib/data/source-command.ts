/** `pnpm data sources` and `pnpm data source`: what the server fetches itself, and a run of it in this process. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { COMMAND_LINE } from '../../../server/src/modules/audit/operator-audit.service.ts';
import { changeSource, listSources, requestRun } from '../../../server/src/modules/open-sources/open-sources.service.ts';
import type { CreateOpenHttp } from '../../../server/src/modules/open-sources/runs/open-run.ts';
import { createSourceRunner } from '../../../server/src/modules/open-sources/runs/source-runner.ts';
import { createSourceRows } from '../../../server/src/modules/open-sources/source-rows.ts';
import { trySource } from '../../../server/src/modules/open-sources/try-source.service.ts';
import { createOpenHttp } from '../../../server/src/open-sources/download/open-http.ts';
import { boardOfText } from '../../../server/src/open-sources/job-boards/board-links.ts';
import type { OpenSource } from '../../../server/src/open-sources/open-source.ts';
import { openSources } from '../../../server/src/open-sources/sources.ts';
import { openSecrets } from '../../../server/src/process/secrets-file.ts';
import type { OpenSourceStatus } from '../../../shared/src/contract/open-sources.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { type Command, filePath, readArguments, UsageError } from './usage.ts';

const LOOK_MILLISECONDS = 500;
/** Job boards that one command adds. */
const MAX_ADDRESSES = 10_000;

interface SourceCommands {
  readonly sources: Command;
  readonly source: Command;
}

/** Tests put sources of their own in the place of the real ones. */
export function createSourceCommands(known: readonly OpenSource[], createHttp: CreateOpenHttp): SourceCommands {
  const withSources = <Result>(config: Config, { errors }: Terminal, work: (opened: Opened) => Promise<Result>) =>
    withDatabase(config, async (database) => work(await open(database, config, { known, createHttp })), { errors });
  return {
    sources: async (args, config, terminal) => {
      const { positionals } = readArguments(args, {});
      if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
      const { data, contact } = await withSources(config, terminal, (opened) => opened.list());
      for (const source of data) terminal.output.write(linesOf(source));
      if (data.some(({ needs }) => needs === 'contact')) terminal.errors.write(`${NO_CONTACT}\n`);
      else if (contact !== null) terminal.errors.write(`Publishers may write to ${contact}.\n`);
      return 0;
    },
    source: async (args, config, terminal) => {
      const { values, positionals } = readArguments(args, {
        confirm: { type: 'boolean', default: false },
        'from-start': { type: 'boolean', default: false },
      });
      const [name, action, ...rest] = positionals;
      const found = known.find(({ manifest }) => manifest.id === name);
      const ids = known.map(({ manifest }) => manifest.id).join(', ');
      if (name === undefined) throw new UsageError(`name a source: ${ids}`);
      if (found === undefined) throw new UsageError(`there is no source "${name}"; there are ${ids}`);
      const isBoards = action === 'boards';
      if (!isBoards && rest.length > 0) throw new UsageError(`"${rest[0]}" is an unexpected argument`);
      const isRun = action === 'run';
      if (!isRun && (values.confirm || values['from-start'])) throw new UsageError('--confirm and --from-start belong to run');
      const { id } = found.manifest;
      const boards = isBoards ? readAddresses(rest) : [];
      return withSources(config, terminal, async (opened) => {
        switch (action) {
          case 'on':
          case 'off':
            terminal.output.write(linesOf(await opened.switchTo(id, action === 'on')));
            return 0;
          case 'boards': {
            const { boards_added: added = 0 } = await opened.addBoards(id, boards);
            terminal.output.write(`${added.toLocaleString('en')} ${added === 1 ? 'board' : 'boards'} added\n`);
            return 0;
          }
          case 'run':
            return opened.run(found, { confirm: values.confirm, from_start: values['from-start'] }, terminal);
          case 'try':
            return opened.tryOut(found, terminal);
          default:
            throw new UsageError(`say what to do: on, off, run or try${id === 'job-boards' ? ', or boards with addresses' : ''}`);
        }
      });
    },
  };
}

/** @param given addresses, and names of files with one address a line @throws {UsageError} */
function readAddresses(given: readonly string[]): readonly string[] {
  const addresses = given
    .flatMap((text) => (/^https?:/i.test(text) || boardOfText(text) !== null ? [text] : readLines(text)))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (addresses.length === 0) throw new UsageError('boards: name a file with one address a line, or addresses');
  if (addresses.length <= MAX_ADDRESSES) return addresses;
  throw new UsageError(`boards: at most ${MAX_ADDRESSES.toLocaleString('en')} addresses at once`);
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(filePath(file), 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n');
  } catch {
    throw new UsageError(`boards: ${file} is no job board, and no file that can be read`);
  }
}

const NO_CONTACT = 'Enter an address to which publishers may write: set SOURCES_CONTACT, or open Open sources in the console.';

export const { sources: sourcesCommand, source: sourceCommand } = createSourceCommands(openSources, createOpenHttp);

type Opened = Awaited<ReturnType<typeof open>>;

async function open(
  database: Database,
  config: Config,
  { known, createHttp }: { readonly known: readonly OpenSource[]; readonly createHttp: CreateOpenHttp },
) {
  const platform = { config, database, direct: database, now: () => new Date(), secrets: await openSecrets(config) };
  const parts = { sources: known, rows: createSourceRows(platform) };
  const list = () => listSources(platform, parts);
  const read = async ({ manifest }: OpenSource) => (await list()).data.find(({ id }) => id === manifest.id);
  return {
    list,
    switchTo: (id: OpenSourceStatus['id'], on: boolean) =>
      changeSource(platform, parts, { id, change: { on }, actor: COMMAND_LINE }),
    addBoards: (id: OpenSourceStatus['id'], boards: readonly string[]) =>
      changeSource(platform, parts, { id, change: { boards }, actor: COMMAND_LINE }),
    /** Runs it here, or waits for the server that took it first. @returns the exit code */
    async run(
      source: OpenSource,
      request: { confirm: boolean; from_start: boolean },
      { output, errors }: Terminal,
    ): Promise<number> {
      const onFailure = (error: unknown) => void (error instanceof Error && errors.write(`${error.message}\n`));
      const runner = createSourceRunner(platform, { sources: [source], createHttp, onFailure });
      try {
        await requestRun(platform, parts, { id: source.manifest.id, request, actor: COMMAND_LINE });
        await runner.startDue();
        for (let status = await read(source); status !== undefined; status = await read(source)) {
          if (status.state !== 'running') {
            output.write(linesOf(status));
            return status.error === null ? 0 : 1;
          }
          await sleep(LOOK_MILLISECONDS);
        }
        return 1;
      } finally {
        await runner.close();
      }
    },
    /** @returns the exit code */
    async tryOut({ manifest: { id } }: OpenSource, { output, errors }: Terminal): Promise<number> {
      const tried = { id, signal: new AbortController().signal };
      const { url, rows, missing, error } = await trySource(
        platform,
        { ...parts, createHttp, onFailure: () => undefined },
        tried,
      );
      if (url !== '') output.write(`${url}\n`);
      for (const { table, cells } of rows) {
        output.write(`${table}\n`);
        for (const [field, value] of Object.entries(cells)) output.write(`  ${field}: ${value ?? ''}\n`);
      }
      if (missing.length > 0) errors.write(`missing: ${missing.join(', ')}\n`);
      if (error !== null) errors.write(`${error}\n`);
      return error === null && missing.length === 0 ? 0 : 1;
    },
  };
}

function linesOf({
  id,
  title,
  state,
  rows,
  added,
  changed,
  last_run_at: last,
  next_run_at: next,
  error,
}: OpenSourceStatus): string {
  const count = (label: string, figure: number) => `${figure.toLocaleString('en')} ${label}`;
  const times = [...(last === null ? [] : [`last run ${minute(last)}`]), ...(next === null ? [] : [`next run ${minute(next)}`])];
  const counts = [count(rows === 1 ? 'row' : 'rows', rows), count('added', added), count('changed', changed)];
  const line = [id, title, state, ...counts, ...times].join('  ');
  return error === null ? `${line}\n` : `${line}\n  ${error}\n`;
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** The data commands and a server on one directory with its embedded database, anew for each test. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runData } from './data-command.ts';
import { useServerHome } from './server-home.ts';
import type { ServerProcess } from './server-process.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';
const reportSchema = z.object({ unchanged: z.number() });

/** A situation for the `describe` that calls it. */
export function useDataSituation() {
  const home = useServerHome();
  const data = (...args: readonly string[]) => runData(args, { DATA_DIR: home.dataDir, PORT: String(home.port), OPERATOR_TOKEN });
  return {
    home,
    data,
    launch: () => home.launch({ OPERATOR_TOKEN }),
    async startServer(): Promise<ServerProcess> {
      const server = home.launch({ OPERATOR_TOKEN });
      await server.ready();
      return server;
    },
    /** A company of that name, from a file. */
    async load(name: string) {
      const path = join(home.dataDir, `${name}.csv`);
      await writeFile(path, `name,city\n${name},Oslo\n`);
      return data('import', 'companies', path);
    },
    /** The dry run of an upload says how many of the names the server knows. */
    async knows({ url }: ServerProcess, ...names: readonly string[]): Promise<number> {
      const answer = await fetch(`${url}/api/v1/table/companies/import?dry_run=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv' },
        body: `name,city\n${names.map((name) => `${name},Oslo\n`).join('')}`,
      });
      return reportSchema.parse(await answer.json()).unchanged;
    },
  };
}

/**
 * A real n8n on loopback, with a user folder and a database of its own, that sends nothing to its makers. Community nodes are
 * installed as n8n's documentation says for a machine without its screen: by npm into the folder `nodes`. It is used by its public
 * API, as a program would.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '@leadloom/server/testing/inherited-environment';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { z } from 'zod';

const READY_LIMIT_MILLISECONDS = 180_000;
const PAUSE_MILLISECONDS = 200;
const OWNER = { email: 'owner@example.com', firstName: 'Ada', lastName: 'Example', password: 'Only-for-this-1-test' };
const SCOPES = [
  ...['create', 'read', 'update', 'delete', 'list', 'activate', 'deactivate'].map((right) => `workflow:${right}`),
  ...['create', 'read'].map((right) => `credential:${right}`),
  ...['read', 'list'].map((right) => `execution:${right}`),
];

const execute = promisify(execFile);
const idSchema = z.object({ id: z.coerce.string() });
const keySchema = z.object({ data: z.object({ rawApiKey: z.string() }) });
const runSchema = z.object({
  id: z.coerce.string(),
  status: z.string(),
  data: z.object({
    resultData: z.object({
      error: z.object({ message: z.string(), description: z.string().nullish() }).loose().optional(),
      runData: z.record(
        z.string(),
        z.array(
          z.object({
            data: z.object({ main: z.array(z.array(z.object({ json: z.record(z.string(), z.unknown()) }))) }).optional(),
          }),
        ),
      ),
    }),
  }),
});

const publicationSchema = z.object({
  data: z.object({ status: z.string(), triggers: z.array(z.object({ errorMessage: z.string().nullish() })) }),
});

export interface WorkflowNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: object;
  /** The id of its credentials. */
  readonly credential?: string;
}

export interface Execution {
  readonly status: string;
  /** The error that ended it. */
  readonly error: { readonly message: string; readonly description?: string | null | undefined } | null;
  /** The items that a node returned. */
  readonly itemsOf: (node: string) => readonly Record<string, unknown>[];
}

/** What became of the triggers of a workflow. */
interface Publication {
  readonly status: string;
  /** Why triggers were not started. */
  readonly errors: readonly string[];
}

export interface RealN8n {
  readonly origin: string;
  /** @returns the id of the credentials */
  createCredential(serverUrl: string, apiKey: string): Promise<string>;
  /** What the button "Test" answers. */
  testCredential(id: string): Promise<unknown>;
  /** Creates a workflow whose nodes follow one another. @returns its id */
  createWorkflow(name: string, nodes: readonly WorkflowNode[]): Promise<string>;
  /** Resolves once n8n has started the triggers, or could not. */
  activate(workflow: string): Promise<Publication>;
  /** Resolves once n8n has ended the triggers. */
  deactivate(workflow: string): Promise<void>;
  /** The finished executions of a workflow, newest first, once there are as many. */
  executionsOf(workflow: string, count: number): Promise<readonly Execution[]>;
  log(): string;
  stop(): Promise<void>;
}

interface RealN8nOptions {
  /** Where `npm install n8n` was run. */
  readonly installation: string;
  /** An empty PostgreSQL database. */
  readonly databaseUrl: string;
  /** Folders of community nodes, which are packed and installed. */
  readonly packages: readonly string[];
}

export async function startN8n({ installation, databaseUrl, packages }: RealN8nOptions): Promise<RealN8n> {
  const home = await mkdtemp(join(tmpdir(), 'leadloom-n8n-home-'));
  await installNodes(home, packages);
  const [port, brokerPort] = [await findFreePort(), await findFreePort()];
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(installation, 'node_modules', 'n8n', 'bin', 'n8n'), 'start'], {
    cwd: home,
    env: {
      ...inheritedEnvironment(),
      ...settings(home, databaseUrl),
      N8N_PORT: String(port),
      N8N_RUNNERS_BROKER_PORT: String(brokerPort),
      N8N_WEBHOOK_URL: `${origin}/`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const log = () => chunks.join('');
  const stop = async () => {
    await end(child);
    await rm(home, { recursive: true, force: true });
  };
  try {
    await untilReady(child, origin, log);
    return { ...(await openApi(origin)), origin, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** n8n's own names. */
function settings(home: string, databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  return {
    N8N_USER_FOLDER: home,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_ENCRYPTION_KEY: 'only for this test',
    N8N_SECURE_COOKIE: 'false',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
    N8N_DYNAMIC_BANNERS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
    N8N_DISABLED_MODULES: 'mcp-registry',
    N8N_COMMUNITY_PACKAGES_REGISTRY: 'http://127.0.0.1:9/',
    // The node modules of SQLite are compiled or downloaded where they are installed; PostgreSQL needs neither.
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: searchParams.get('host') ?? hostname,
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
  };
}

async function installNodes(home: string, packages: readonly string[]): Promise<void> {
  const nodes = join(home, '.n8n', 'nodes');
  await mkdir(nodes, { recursive: true });
  for (const folder of packages) {
    const { stdout } = await execute('npm', ['pack', folder, '--pack-destination', nodes], { cwd: nodes });
    await execute('npm', ['install', join(nodes, stdout.trim()), '--offline', '--no-audit', '--no-fund'], { cwd: nodes });
  }
}

async function untilReady(child: ChildProcess, origin: string, log: () => string): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MILLISECONDS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${origin}/healthz/readiness`).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(PAUSE_MILLISECONDS);
  }
  throw new Error(`n8n did not become ready:\n${log()}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Creates the owner and a key of theirs. */
async function openApi(origin: string): Promise<Omit<RealN8n, 'origin' | 'log' | 'stop'>> {
  const json = { 'content-type': 'application/json' };
  const setup = await fetch(`${origin}/rest/owner/setup`, { method: 'POST', headers: json, body: JSON.stringify(OWNER) });
  const cookie = setup.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const asked = await fetch(`${origin}/rest/api-keys`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ label: 'test', expiresAt: null, scopes: SCOPES }),
  });
  if (!asked.ok) throw new Error(`n8n made no key: ${setup.status}, ${asked.status} ${await asked.text()}`);
  const {
    data: { rawApiKey },
  } = keySchema.parse(await asked.json());

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { ...json, 'x-n8n-api-key': rawApiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

  /** n8n starts and ends triggers some time after it has answered. */
  const settled = async (workflow: string, isSettled: (publication: Publication) => boolean): Promise<Publication> => {
    for (;;) {
      const answer = await fetch(`${origin}/rest/workflows/${workflow}/publication-status`, { headers: { cookie } });
      const { status, triggers } = publicationSchema.parse(await answer.json()).data;
      const publication = { status, errors: triggers.flatMap(({ errorMessage }) => errorMessage ?? []) };
      if (isSettled(publication)) return publication;
      await sleep(PAUSE_MILLISECONDS);
    }
  };

  return {
    createCredential: async (serverUrl, apiKey) => {
      const data = { serverUrl, apiKey };
      return idSchema.parse(await call('POST', '/credentials', { name: 'Leadloom', type: 'leadloomApi', data })).id;
    },
    testCredential: (id) => call('POST', `/credentials/${id}/test`),
    createWorkflow: async (name, nodes) => {
      const written = nodes.map(({ credential, ...node }, index) => ({
        ...node,
        id: `node-${index}`,
        webhookId: `${name}-${index}`.toLowerCase().replaceAll(' ', '-'),
        typeVersion: 1,
        position: [200 * index, 0],
        ...(credential === undefined ? {} : { credentials: { leadloomApi: { id: credential, name: 'Leadloom' } } }),
      }));
      const links = nodes.slice(0, -1).map(({ name: from }, index): [string, object] => {
        const next = { node: nodes[index + 1]?.name, type: 'main', index: 0 };
        return [from, { main: [[next]] }];
      });
      const body = {
        name,
        nodes: written,
        connections: Object.fromEntries(links),
        settings: { saveDataSuccessExecution: 'all' },
      };
      return idSchema.parse(await call('POST', '/workflows', body)).id;
    },
    activate: async (workflow) => {
      await call('POST', `/workflows/${workflow}/activate`);
      return settled(workflow, ({ status }) => status !== 'in_progress' && status !== 'not_published');
    },
    deactivate: async (workflow) => {
      await call('POST', `/workflows/${workflow}/deactivate`);
      await settled(workflow, ({ status }) => status === 'not_published');
    },
    executionsOf: async (workflow, count) => {
      for (;;) {
        const listed = await call('GET', `/executions?workflowId=${workflow}&includeData=true`);
        const { data } = z.object({ data: z.array(runSchema) }).parse(listed);
        const finished = data.filter(({ status }) => status === 'success' || status === 'error');
        if (finished.length >= count) return finished.map(readExecution);
        await sleep(PAUSE_MILLISECONDS);
      }
    },
  };
}

function readExecution({ status, data: { resultData } }: z.output<typeof runSchema>): Execution {
  const { runData, error = null } = resultData;
  const itemsOf = (node: string) => (runData[node] ?? []).flatMap(({ data }) => data?.main.flat() ?? []).map(({ json }) => json);
  return { status, error, itemsOf };
}

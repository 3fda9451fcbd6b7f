import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../server/src/testing/loopback.ts';
import { run } from '../run.ts';
import { haproxyConfiguration, type Member, patroniConfiguration, superuserUrl } from './configuration.ts';
import { findClusterPrograms, findProgram } from './programs.ts';

const haproxy = await findProgram('haproxy');
const programs = await findClusterPrograms();
if (haproxy === null) process.stdout.write('not tested: the check by HAProxy itself, which is not installed\n');
if ('missing' in programs)
  process.stdout.write(`not tested: the check by Patroni itself, without ${programs.missing.join(', ')}\n`);

describe('the configuration of a cluster', () => {
  let directory: string;
  let members: Member[];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'leadloom-configuration-'));
    members = [];
    for (const name of ['one', 'two', 'three']) {
      members.push({ name, directory: join(directory, name), port: await findFreePort(), statusPort: await findFreePort() });
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  const patroniOf = (member: Member, binaries = '/nowhere') =>
    patroniConfiguration({ member, binaries, etcdPort: 2379, password: 'secret' });
  const memberCalled = (name: string): Member => {
    const found = members.find((member) => member.name === name);
    if (found === undefined) throw new Error(`no member "${name}"`);
    return found;
  };

  it('commits wait for a synchronous replica, and a lost primary is replaced within 30 seconds', () => {
    const settings: unknown = JSON.parse(patroniOf(memberCalled('one')));
    expect(settings).toMatchObject({ bootstrap: { dcs: { synchronous_mode: true } } });
    expect(settings).toHaveProperty('bootstrap.dcs.ttl', 20);
    // Patroni's own rule: it renews its lock, and asks twice, before that ends.
    expect(settings).toHaveProperty('bootstrap.dcs.loop_wait', 5);
    expect(settings).toHaveProperty('bootstrap.dcs.retry_timeout', 5);
  });

  it('listens on loopback alone', () => {
    const one = memberCalled('one');
    expect(JSON.parse(patroniOf(one))).toMatchObject({
      name: 'one',
      restapi: { listen: `127.0.0.1:${one.statusPort}` },
      postgresql: { listen: `127.0.0.1:${one.port}`, parameters: { unix_socket_directories: one.directory } },
    });
    const listening = haproxyConfiguration(5432, members).match(/^ *bind .*$/gm);
    expect(listening?.map((line) => line.trim())).toEqual(['bind 127.0.0.1:5432']);
  });

  it('leads the port of HAProxy to the one member that Patroni calls the primary, and cuts connections to the others', () => {
    const text = haproxyConfiguration(5432, members);
    expect(text).toContain('http-check send meth OPTIONS uri /primary');
    expect(text).toContain('on-marked-down shutdown-sessions');
    for (const { name, port, statusPort } of members) {
      expect(text).toContain(`server ${name} 127.0.0.1:${port} check port ${statusPort}\n`);
    }
    expect(superuserUrl(5432, 'secret')).toBe('postgres://postgres:secret@127.0.0.1:5432/postgres');
  });

  it.skipIf(haproxy === null)('passes the check of HAProxy', async () => {
    const path = join(directory, 'haproxy.cfg');
    await writeFile(path, haproxyConfiguration(await findFreePort(), members));
    const { code, output } = await run(haproxy ?? '', ['-c', '-f', path], { quiet: true });
    expect(output).toContain('Configuration file is valid');
    expect(output).not.toContain('WARNING');
    expect(code).toBe(0);
  });

  it.skipIf('missing' in programs)('passes the check of Patroni', async () => {
    if ('missing' in programs) return;
    const path = join(directory, 'patroni.yml');
    await writeFile(path, patroniOf(memberCalled('one'), programs.postgres.directory));
    const { output } = await run(programs.patroni, ['--validate-config', path], { quiet: true });
    const complaints = output.trim().split('\n');
    // It advises against loopback, and wants to reach etcd. The rest is about the file.
    expect(complaints.filter((line) => !/must not contain "127\.0\.0\.1"|etcd3\.host .* is not reachable/.test(line))).toEqual(
      [],
    );
    expect(complaints).toHaveLength(3);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, makeAuthority, makeCertificate, type TestAuthority } from '../testing/certificates.fixture.ts';
import { findPostgres, startCluster, type TestCluster } from '../testing/postgres-cluster.fixture.ts';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { runAbortably } from './abortable-reads.ts';
import { connect, connectAll } from './connect.ts';
import { reachDatabase } from './reach-database.ts';

const programs = await findPostgres();
const isPossible = programs !== null && (await hasOpenssl());
if (!isPossible) process.stdout.write('not tested: TLS to the database, because PostgreSQL or OpenSSL is not installed\n');

describe.skipIf(!isPossible)('a database that requires TLS', () => {
  let directory: string;
  let trusted: TestAuthority;
  let other: TestAuthority;
  let cluster: TestCluster;
  beforeAll(async () => {
    if (programs === null) return;
    directory = await makeTemporaryDirectory('certificates');
    trusted = await makeAuthority(directory, 'trusted');
    other = await makeAuthority(directory, 'other');
    const { certificate, key } = await makeCertificate(directory, trusted, 'localhost');
    cluster = await startCluster(programs, {
      settings: { ssl: 'on' },
      access: ['hostssl all all 127.0.0.1/32 scram-sha-256'],
      files: { 'server.crt': certificate, 'server.key': key },
    });
  });
  afterAll(async () => {
    await cluster.remove();
    await removeDirectory(directory);
  });

  const urlWith = (parameters: Record<string, string>, host = 'localhost') => {
    const url = new URL(cluster.url);
    url.hostname = host;
    url.search = new URLSearchParams(parameters).toString();
    return url.href;
  };
  const reach = async (databaseUrl: string) => {
    const database = connect(databaseUrl, { onIdleError: () => undefined, poolSize: 1 });
    try {
      await reachDatabase(database, { databaseUrl, databaseDirectUrl: null }, { warn: () => undefined });
      const { rows } = await database.execute(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`);
      return rows;
    } finally {
      await database.$client.end();
    }
  };

  it("sslmode=verify-full connects with the certificate of the server's authority", async () => {
    expect(await reach(urlWith({ sslmode: 'verify-full', sslrootcert: trusted.certificate }))).toEqual([{ ssl: true }]);
  });

  it('sslmode=verify-full refuses a certificate of another authority in one line', async () => {
    const url = urlWith({ sslmode: 'verify-full', sslrootcert: other.certificate });
    await expect(reach(url)).rejects.toThrow(/^DATABASE_URL: the database cannot be used \([^\n]*certificate[^\n]*\)\.$/);
  });

  it('sslmode=verify-full refuses an unknown authority if only the system’s authorities are trusted', async () => {
    for (const parameters of [{ sslmode: 'verify-full' }, { sslmode: 'verify-full', sslrootcert: 'system' }])
      await expect(reach(urlWith(parameters))).rejects.toThrow(/^DATABASE_URL: [^\n]*certificate[^\n]*$/);
  });

  it('sslmode=verify-full refuses a certificate for another host, and verify-ca accepts it', async () => {
    const url = (sslmode: string) => urlWith({ sslmode, sslrootcert: trusted.certificate }, '127.0.0.1');
    await expect(reach(url('verify-full'))).rejects.toThrow(/^DATABASE_URL: [^\n]*does not match certificate[^\n]*$/);
    expect(await reach(url('verify-ca'))).toEqual([{ ssl: true }]);
  });

  it('sslmode=require accepts a certificate of any authority', async () => {
    expect(await reach(urlWith({ sslmode: 'require' }))).toEqual([{ ssl: true }]);
  });

  it.each([{ sslmode: 'disable' }, {}])('a connection without TLS (%j) is refused in one line', async (parameters) => {
    await expect(reach(urlWith(parameters))).rejects.toThrow(/^DATABASE_URL: [^\n]*no encryption[^\n]*$/);
  });

  it('statements are cancelled over TLS as well', async () => {
    const url = urlWith({ sslmode: 'verify-full', sslrootcert: trusted.certificate });
    const databases = connectAll(url, { onIdleError: () => undefined });
    const left = new AbortController();
    const reading = runAbortably(left.signal, async () => databases.lists.execute(sql`select pg_sleep(30)`));
    reading.catch(() => undefined);
    const running = async () => {
      const { rows } = await databases.database.execute(
        sql`select count(*)::int as count from pg_stat_activity where state = 'active' and query like ${'select pg_sleep%'}`,
      );
      return rows[0]?.count;
    };
    await expect.poll(running).toBe(1);
    left.abort(new Error('left'));
    await expect(reading).rejects.toMatchObject({ cause: { message: 'left' } });
    await expect.poll(running).toBe(0);
    await databases.end();
  });
});

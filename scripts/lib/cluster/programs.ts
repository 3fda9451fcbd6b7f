/** The programs of a cluster that fails over, as Debian's packages install them. */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findPostgres, type PostgresPrograms } from '../../../server/src/testing/postgres-cluster.fixture.ts';

export interface ClusterPrograms {
  readonly postgres: PostgresPrograms;
  /** Paths. */
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
}

/** @returns the names of missing Debian packages, if any */
export async function findClusterPrograms(): Promise<ClusterPrograms | { readonly missing: readonly string[] }> {
  const [postgres, patroni, etcd, haproxy] = await Promise.all([
    findPostgres(),
    findProgram('patroni'),
    findProgram('etcd'),
    findProgram('haproxy'),
  ]);
  if (postgres !== null && patroni !== null && etcd !== null && haproxy !== null) return { postgres, patroni, etcd, haproxy };
  const found = { 'postgresql (15 or newer)': postgres, patroni, 'etcd-server': etcd, haproxy };
  return { missing: Object.entries(found).flatMap(([name, program]) => (program === null ? [name] : [])) };
}

/** The path of a program; null: it is not installed. */
export async function findProgram(name: string): Promise<string | null> {
  for (const directory of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']) {
    const path = join(directory, name);
    const isThere = await access(path, constants.X_OK).then(
      () => directory !== '',
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

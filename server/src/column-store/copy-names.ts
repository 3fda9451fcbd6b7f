/**
 * Names in the column store. The name of a copy carries a hash of its definition: a server whose tables have other columns builds
 * a copy of its own beside, and the servers before go on with theirs.
 */
import { createHash } from 'node:crypto';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { PgDialect } from 'drizzle-orm/pg-core';
import { databaseName } from '../schema/data-table.ts';
import { copiedColumns } from './copied-columns.ts';

/** Raised by whoever changes what copies are beyond their columns, such as their order or the database functions that fill them. */
const RULES = 1;

/** `copy, epoch, version, at`: what was published of each copy, by whom. One row is written at once. */
export const REACHED = 'reached';
/** `copy, epoch, number`: who may store; the highest number counts. */
export const FEEDERS = 'feeders';

const dialect = new PgDialect();
const names = new Map<string, string>();

/** The name of the copy of a table. */
export function copyName(definition: TableDefinition): string {
  const known = names.get(definition.name);
  if (known !== undefined) return known;
  const columns = copiedColumns(definition).map(({ name, type, from }) => [name, type, dialect.sqlToQuery(from)]);
  const hash = createHash('sha256')
    .update(JSON.stringify([RULES, columns]))
    .digest('hex')
    .slice(0, 8);
  const name = `${databaseName(definition)}_${hash}`;
  names.set(definition.name, name);
  return name;
}

/** Where rows wait until it is certain that their feeder may still store. */
export function stageName(copy: string): string {
  return `${copy}_stage`;
}

/** `filter, word`: the distinct words of each column of words, by which beginnings become words. */
export function wordsName(copy: string): string {
  return `${copy}_words`;
}

/** The table over all shards. Without a cluster there is none, and the table itself is asked. */
export function acrossShards(name: string): string {
  return `${name}_all`;
}

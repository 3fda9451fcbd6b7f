/**
 * How much a journey through many screens tries: all of them in every window in `pnpm faults`, fewer in every other command.
 * The configuration of `pnpm faults` says so in the metadata of its project.
 */
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import { test } from '@playwright/test';

/** Between them they have nearly every kind of column and of filter. */
const COMMON_TABLES: readonly TableName[] = ['companies', 'reddit-posts'];

/**
 * For a journey that repeats what tests of its parts and another journey prove: `pnpm test` leaves it out by this tag,
 * `pnpm e2e` and `pnpm faults` run it.
 */
export const ONLY_IN_FULL = { tag: '@full' } as const;

/** To be called in a test. */
export const isThorough = (): boolean => test.info().project.metadata.isThorough === true;

/** The screens of all tables are made by the same components, so that a fault of one is a fault of each. */
export const triedTables = (): readonly TableName[] => (isThorough() ? tableNames : COMMON_TABLES);

/** Definitions of jobs: work that is to be done once what caused it is committed, by any server, at least once. */
import type { z } from 'zod';

export interface JobDefinition<Payload extends object = object> {
  /** Lower-case words with hyphens; also the name of the job's queue in the database. */
  readonly name: string;
  /** The data of a job. It is readable in the database: ids of rows, never a secret or an address. */
  readonly payload: z.ZodType<Payload>;
  /** The key of a job: at most one job for each key waits or runs. Where absent, any number does. */
  readonly keyOf?: (payload: Payload) => string;
  /** Jobs that one server runs at the same time. */
  readonly atOnce: number;
  /** Further workers of a server, only for jobs of at least this priority: all others may hang. */
  readonly reserved?: { readonly atOnce: number; readonly minPriority: number };
  /** Jobs of one group that all servers together run at the same time; any number where absent. */
  readonly groupAtOnce?: number;
  /** Seconds that one try may take. */
  readonly limitSeconds: number;
  readonly retries: JobRetries;
}

export interface JobRetries {
  /** After this many retries, a job becomes a dead letter. */
  readonly limit: number;
  /**
   * Seconds before the second try; up to twice as long, at random. Each later wait is about twice as long as the one
   * before.
   */
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

/** Where a job stands among those that wait. */
export interface JobRank {
  /** Higher ones run first; 0 where absent. */
  readonly priority?: number;
  /** The group of the job; `groupAtOnce` limits how many of one group run at once. */
  readonly group?: string;
}

export interface WaitingJob<Payload extends object = object> extends JobRank {
  readonly payload: Payload;
}

/** Infers the payload from its schema. */
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

export interface JobContext {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the job was taken away from this server, or the server stops. */
  readonly signal: AbortSignal;
}

/** A definition with the code that does it. The payload's type is known only inside. */
export interface JobWork {
  readonly job: JobDefinition;
  /** @param data as it is stored @throws {z.ZodError} when another version stored something else */
  readonly run: (data: unknown, context: JobContext) => Promise<void>;
  /** All jobs that should exist, from the rows they are about; null: the queue alone knows them. */
  readonly listWaiting: (() => Promise<readonly WaitingJob[]>) | null;
}

interface WorkOptions<Payload extends object> {
  /**
   * Reads, from the rows that jobs are about, which jobs there should be. They are added at each start where they are
   * missing, as after a restore, and those that wait for another try become due. Such a job needs a key.
   */
  readonly listWaiting?: () => Promise<readonly WaitingJob<Payload>[]>;
}

/** Binds a definition to its handler. A handler that throws is run again, so what it did before must do no harm twice. */
export function workOn<Payload extends object>(
  definition: JobDefinition<Payload>,
  handle: (payload: Payload, context: JobContext) => Promise<void>,
  { listWaiting }: WorkOptions<Payload> = {},
): JobWork {
  return {
    job: asGeneral(definition),
    run: async (data, context) => handle(definition.payload.parse(data), context),
    listWaiting: listWaiting ?? null,
  };
}

function asGeneral<Payload extends object>({ keyOf, ...definition }: JobDefinition<Payload>): JobDefinition {
  if (keyOf === undefined) return definition;
  return { ...definition, keyOf: (payload) => keyOf(definition.payload.parse(payload)) };
}

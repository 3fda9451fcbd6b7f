/** A database of its own in the engine that the tests share, and an engine of its own where a test kills it. */
import { randomUUID } from 'node:crypto';
import type { EngineClient } from '@leadloom/server/column-store/engine-client';
import { createEngineClient, type EngineAccess } from '@leadloom/server/column-store/engine-http';
import { inject } from 'vitest';
import { type RunningEngine, startEngine } from '../engine/start-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the shared engine, with user and password. */
    engineUrl: string;
    /** A folder in whose `node_modules` ClickHouse's client is. */
    engineHome: string;
    /** Whether the engine is one that must not be killed. */
    isEngineGiven: boolean;
  }
}

export interface EngineDatabase {
  readonly access: EngineAccess;
  readonly client: EngineClient;
  /** For `startTestServer`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Drops the database and closes the client. */
  drop(): Promise<void>;
}

/** @param url of an engine of its own; the shared one where absent */
export async function createEngineDatabase(url = inject('engineUrl')): Promise<EngineDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const { origin, username, password } = new URL(url);
  const access = { url: origin, user: decodeURIComponent(username), password: decodeURIComponent(password), database };
  const outside = createEngineClient({ ...access, database: 'default' });
  await outside.run({ text: `create database ${database}`, parameters: {} });
  const client = createEngineClient(access);
  return {
    access,
    client,
    environment: { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database, COLUMN_STORE_FROM: '0' },
    drop: async () => {
      await outside.run({ text: `drop database ${database}`, parameters: {} });
      await Promise.all([client.close(), outside.close()]);
    },
  };
}

/** For `describe.skipIf`: a given engine is not killed. */
export const isEngineGiven = (): boolean => inject('isEngineGiven');

export function startOwnEngine(engineArguments: readonly string[] = []): Promise<RunningEngine> {
  return startEngine({ home: inject('engineHome'), engineArguments });
}

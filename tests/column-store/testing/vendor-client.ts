/** ClickHouse's own client, which is not of the workspace. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';

interface Answer {
  json(): Promise<unknown>;
  stream(): Readable;
}

interface Asked {
  readonly query: string;
  readonly format?: string;
  readonly query_params?: Readonly<Record<string, unknown>>;
  readonly clickhouse_settings?: Readonly<Record<string, unknown>>;
  readonly abort_signal?: AbortSignal;
  readonly query_id?: string;
  readonly use_multipart_params?: boolean;
}

/** What is used of it. */
export interface VendorClient {
  ping(): Promise<{ readonly success: boolean }>;
  query(asked: Asked): Promise<Answer>;
  command(asked: Asked): Promise<unknown>;
  insert(asked: { readonly table: string; readonly values: unknown; readonly format: string }): Promise<unknown>;
  close(): Promise<void>;
}

export interface VendorAccess {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export function createVendorClient({ url, user, password, database }: VendorAccess, compresses = false): VendorClient {
  const load = createRequire(join(inject('engineHome'), 'package.json'));
  const { createClient }: { createClient(options: unknown): VendorClient } = load('@clickhouse/client');
  return createClient({
    url,
    username: user,
    password,
    database,
    compression: { request: compresses, response: compresses },
    // What is refused on purpose needs no line on the screen.
    log: { level: 127 },
  });
}

/** A request of ClickHouse's HTTP interface, read: statement, parameters, settings, database, and rows of an insert as a file. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ChdbStatement } from './chdb.ts';

export interface FrontRequest {
  readonly statement: ChdbStatement;
  /** Rows to be stored, as the statement reads them; null: none. */
  readonly rowsFile: string | null;
  readonly waitsForEnd: boolean;
  /** The answer may be compressed. */
  readonly takesGzip: boolean;
}

/** The server's own, which are no settings of a statement. */
const OF_THE_INTERFACE = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'wait_end_of_query',
  'buffer_size',
  'user',
  'password',
  'quota_key',
  'enable_http_compression',
]);
const ROWS_FOLLOW = /^\s*insert\s+into\b(?![\s\S]*\bselect\b)[\s\S]*\bformat\s+(\w+)\s*;?\s*$/i;
const READS_ROWS_OF_A_SELECT = /\bfrom\s+input\s*\(/i;
/** The usual values of `http_max_fields` and `http_max_field_value_size`. */
const MAX_FIELDS = 1_000;
const MAX_FIELD_BYTES = 131_072;
const MAX_STATEMENT_BYTES = 16 * 1024 * 1024;

/** @param folder for rows @throws with the engine's words where the request says something else than what is meant */
export async function readRequest(request: IncomingMessage, address: URL, folder: string): Promise<FrontRequest> {
  const fields = [...address.searchParams];
  const stream = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  const inAddress = address.searchParams.get('query') ?? '';
  let rowsFile: string | null = null;
  let text = inAddress;
  if (ROWS_FOLLOW.test(inAddress)) {
    rowsFile = join(folder, `${randomUUID()}.rows`);
    await pipeline(stream, createWriteStream(rowsFile));
    text = inAddress.replace(/\bformat\s+(\w+)\s*;?\s*$/i, `from infile '${rowsFile}' format $1`);
  } else if (request.headers['content-type']?.startsWith('multipart/form-data')) {
    fields.push(...(await readForm(request, stream)));
    text = [inAddress, fields.find(([name]) => name === 'query')?.[1] ?? ''].filter(Boolean).join('\n');
  } else {
    text = [inAddress, (await readAll(stream)).toString('utf8')].filter(Boolean).join('\n');
  }
  if (READS_ROWS_OF_A_SELECT.test(text))
    throw new Error('Code: 48. DB::Exception: input() stores nothing here. (NOT_IMPLEMENTED)');
  if (fields.length > MAX_FIELDS || fields.some(([, value]) => Buffer.byteLength(value) > MAX_FIELD_BYTES))
    throw new Error('Code: 1000. DB::Exception: HTML Form Exception: Too many form fields, or too long ones. (POCO_EXCEPTION)');
  const values = new Map(fields);
  return {
    statement: {
      id: values.get('query_id') ?? randomUUID(),
      // A statement of the engine that waits for its own end never returns.
      text: text.replace(/^(\s*kill\s[\s\S]*?)\s+sync\s*$/i, '$1'),
      database: values.get('database') ?? null,
      parameters: new Map(fields.filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value])),
      settings: new Map(fields.filter(([name]) => !name.startsWith('param_') && !OF_THE_INTERFACE.has(name))),
      format: values.get('default_format') ?? 'TabSeparated',
    },
    rowsFile,
    waitsForEnd: values.get('wait_end_of_query') === '1',
    takesGzip: values.get('enable_http_compression') === '1' && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')),
  };
}

async function readForm(request: IncomingMessage, stream: Readable): Promise<[string, string][]> {
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(await readAll(stream)), { headers: { 'content-type': type } }).formData();
  return [...form].map(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    throw new Error('Code: 48. DB::Exception: Tables of a request are not known here. (NOT_IMPLEMENTED)');
  });
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_STATEMENT_BYTES) throw new Error('Code: 62. DB::Exception: Max query size exceeded. (SYNTAX_ERROR)');
  }
  return Buffer.concat(chunks);
}

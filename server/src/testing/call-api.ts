/** Calls of the API as an account makes them, without the cookies of a browser. */
import type { TestServer } from './test-server.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Such as a `TestAccount`. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>;
}

/** @param path relative to `/api/v1` @returns the body as the JSON that it is, or as its text; null: it is empty */
export async function callApi({ app }: TestServer, { headers }: Caller, method: Method, path: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload || null };
}

/** Creates an account with an API key. */
import type { BenchServer } from '../tables/server/bench-server.ts';

export interface BenchKey {
  /** The header `Authorization`. */
  readonly authorization: string;
  /** The number of requests counted so far; reading it is free. */
  requestCount(): Promise<number>;
}

export async function createBenchKey({ url, signIn }: BenchServer): Promise<BenchKey> {
  const headers = { authorization: await signIn() };
  const created = await fetch(`${url}/api/v1/create-api-key`, { method: 'POST', headers });
  const body: { readonly api_key?: string } = await created.json();
  if (body.api_key === undefined) throw new Error(`creating a key answered ${created.status}`);
  const authorization = `Bearer ${body.api_key}`;
  return {
    authorization,
    requestCount: async () => {
      const answer = await fetch(`${url}/api/v1/usage`, { headers: { authorization } });
      const usage: { readonly request_count?: number } = await answer.json();
      if (usage.request_count === undefined) throw new Error(`/usage answered ${answer.status}`);
      return usage.request_count;
    },
  };
}

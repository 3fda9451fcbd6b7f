/** The collector's calls as a test makes them: over the API, answers read by the contract's own schemas. */
import { randomUUID } from 'node:crypto';
import { type CollectedProfile, getProfile } from '@leadloom/shared/contract/collected-profiles';
import { type CollectorEntry, listJobs, parseProfile, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import type { z } from 'zod';
import type { TestAccount } from './accounts.ts';
import type { Answer } from './browser.ts';

export interface CollectorClient {
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>;
  jobs(): Promise<z.infer<typeof listJobs.success.body>>;
  save(users: readonly object[]): Promise<Answer>;
  /** Lists profiles by their slugs. */
  add(...slugs: readonly string[]): Promise<CollectorEntry[]>;
  parseProfile(url: string, p1: unknown, p2?: unknown): Promise<Answer>;
  /** @param id our id, the network's, or the answer of a parse that went well */
  profile(id: string | Answer): Promise<CollectedProfile>;
}

export function openCollector(account: TestAccount): CollectorClient {
  const call: CollectorClient['call'] = (method, path, body) =>
    account.browser.call(method, path, { bearer: account.accessToken, ...(body === undefined ? {} : { body }) });
  const save = (users: readonly object[]) => call('POST', '/linkedin/jobs/users', { users });
  return {
    call,
    save,
    jobs: async () => listJobs.success.body.parse((await call('GET', '/linkedin/jobs')).body),
    add: async (...slugs) => {
      const answer = await save(slugs.map((slug) => ({ id: randomUUID(), url: `https://www.linkedin.com/in/${slug}` })));
      return saveUserJobs.success.body.parse(answer.body).users;
    },
    parseProfile: (url, p1, p2 = null) => call('POST', '/parse/profile', { content: { url, p1, p2 } }),
    profile: async (id) => {
      const wanted = typeof id === 'string' ? id : parseProfile.success.body.parse(id.body).user_id;
      return getProfile.success.body.parse((await call('GET', `/linkedin/users/${wanted}`)).body).profile;
    },
  };
}

/** An account of the product, used over HTTP as a program would. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { login, register } from '../../../shared/src/contract/accounts.ts';

const API = '/api/v1';
const ANSWER_LIMIT_MILLISECONDS = 10_000;
const PAUSE_MILLISECONDS = 250;
const TRIES = 400;

export interface Answer {
  /** 0: none came. */
  readonly status: number;
  readonly body: unknown;
  /** The code of an error; empty otherwise. */
  readonly code: string;
}

export interface WritingAccount {
  /** Origin. */
  readonly server: string;
  /** @param path below the API's @returns also if there was no response */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  /** The same account, signed in at another server. */
  at(server: string): Promise<WritingAccount>;
}

/**
 * Registers a new account and signs in. Tries again while the database is away.
 * @param patience how long an answer is waited for, in milliseconds
 */
export async function openAccount(server: string, patience = ANSWER_LIMIT_MILLISECONDS): Promise<WritingAccount> {
  const credentials = { email: `${randomUUID()}@example.com`, password: randomBytes(12).toString('hex') };
  await untilAnswered(() => send(server, 'POST', register.path, { body: credentials, patience }));
  return signIn(server, credentials, patience);
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

async function signIn(server: string, credentials: Credentials, patience: number): Promise<WritingAccount> {
  const enter = async (): Promise<string> => {
    const answer = await untilAnswered(() => send(server, 'POST', login.path, { body: credentials, patience }));
    return login.success.body.parse(answer.body).access_token;
  };
  let token = await enter();
  return {
    server,
    call: async (method, path, body) => {
      const sent = { patience, ...(body === undefined ? {} : { body }) };
      const answer = await send(server, method, path, { ...sent, token });
      if (answer.status !== 401) return answer;
      // Access tokens last for a quarter of an hour.
      token = await enter();
      return send(server, method, path, { ...sent, token });
    },
    at: (other) => signIn(other, credentials, patience),
  };
}

/** @throws {Error} for a refusal, and if the database stays unavailable */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    const mayPass = answer.status === 0 || answer.status === 503;
    if (!mayPass || tries === TRIES) throw new Error(`a server answered ${answer.status} ${answer.code}`);
    await sleep(PAUSE_MILLISECONDS);
  }
}

interface Sending {
  readonly body?: object;
  readonly token?: string;
  readonly patience: number;
}

async function send(server: string, method: 'GET' | 'POST', path: string, { body, token, patience }: Sending): Promise<Answer> {
  try {
    const answer = await fetch(`${server}${API}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        // Registrations are limited by address.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const read: unknown = await answer.json();
    const code = typeof read === 'object' && read !== null && 'code' in read ? String(read.code) : '';
    return { status: answer.status, body: read, code };
  } catch (error) {
    return { status: 0, body: null, code: error instanceof Error ? error.name : String(error) };
  }
}

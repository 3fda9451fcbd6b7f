/** A person's session at the address: signs in again before the access token ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@leadloom/shared/contract/accounts';
import type { Address, Call, Reply } from './address.ts';
import type { Diary } from './diary.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Session {
  /** Signs in where the access token has ended, as every request does. */
  signIn(): Promise<void>;
  /**
   * Waits as the response says, while an export that a killed server was sending counts as running. @returns the text of a
   * response with a status of success; null: what a person sees as an error, noted in the diary
   */
  ask(call: Call): Promise<string | null>;
  /**
   * A write. One that was cut off is asked for again, as a person does who sees that nothing has come.
   * @param isDone where doing it twice would show: whether the first try was carried out
   */
  write(call: Call, isDone?: () => Promise<boolean>): Promise<string | null>;
}

const TOKEN_MILLISECONDS = 10 * 60_000;
const TRIES = 5;
/** The wait that the response names. */
const BUSY_MILLISECONDS = 2_000;
/** The result of a write that was found to be carried out. */
const DONE = '';

export function openSession(address: Address, credentials: Credentials, diary: Diary): Session {
  let token = '';
  let signedInAt = Number.NEGATIVE_INFINITY;

  async function signIn(): Promise<void> {
    if (performance.now() - signedInAt <= TOKEN_MILLISECONDS) return;
    for (let tries = 1; ; tries += 1) {
      const { status, text } = await address.send({ method: 'POST', path: login.path, body: credentials });
      if (status === 200) {
        token = login.success.body.parse(JSON.parse(text)).access_token;
        signedInAt = performance.now();
        return;
      }
      if (status !== 0 || tries === TRIES) throw new Error(`a sign-in answered ${status} ${text.slice(0, 200)}`);
    }
  }

  async function send(call: Call): Promise<Reply> {
    await signIn();
    return address.send({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  }

  function judge({ method, path }: Call, { status, text }: Reply): string | null {
    if (status >= 200 && status < 300) return text;
    diary.error(`${method} ${path.replaceAll(/\d+/g, '…').split('?')[0]}: ${status} ${text.slice(0, 200)}`);
    return null;
  }

  return {
    signIn,
    ask: async (call) => {
      for (let tries = 1; ; tries += 1) {
        const reply = await send(call);
        if (reply.status !== 429 || !reply.text.includes('"EXPORT.BUSY"') || tries === TRIES) return judge(call, reply);
        diary.waitedForExport();
        await sleep(BUSY_MILLISECONDS);
      }
    },
    write: async (call, isDone) => {
      for (let tries = 1; ; tries += 1) {
        const reply = await send(call);
        if (reply.status !== 0 || tries === TRIES) return judge(call, reply);
        diary.repeatedWrite();
        if (isDone !== undefined && (await isDone())) return DONE;
      }
    },
  };
}

/** The people of the model as accounts of a server: they sign in, call, and are shown what they see. */
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import { sql } from 'drizzle-orm';
import type { Mail } from '../../mail/mailer.ts';
import { accountIdOf, createVerifiedAccount, signIn, type TestAccount, waitForMail } from '../accounts.ts';
import type { Method } from '../call-api.ts';
import type { TestServer } from '../test-server.ts';
import { type Model, register } from './model.ts';
import type { Step } from './scene.ts';

/** Signing in counts as a proof of the owner for 15 minutes, as long as an access token is valid. */
const SIGNED_IN = 14 * 60_000;
const INVITES = /invites you/;
/** Longer than the windows of all limits but that of trials. */
const LIMITED = sql`interval '2 days'`;

export function createDrive(server: TestServer, model: Model) {
  const accounts = new Map<number, { readonly account: Promise<TestAccount>; readonly at: number }>();
  /** Random histories are denser than the limits of sign-ins and invitations allow. */
  const forgetAttempts = () =>
    server.database.execute(
      sql`delete from attempts where ends_at < ${server.clock.now().toISOString()}::timestamptz + ${LIMITED}`,
    );

  /** Registers an account. */
  async function join(email: string): Promise<void> {
    await forgetAttempts();
    // Somebody else may have had the address.
    server.mails.splice(0, Number.POSITIVE_INFINITY, ...server.mails.filter(({ to }) => to !== email));
    const account = await createVerifiedAccount(server, email);
    const id = Number(await accountIdOf(server, email));
    accounts.set(id, { account: Promise.resolve(account), at: server.clock.now().getTime() });
    register(model, id, email);
  }

  /** Signed in, however many calls want it at once. */
  function accountOf(person: number): Promise<TestAccount> {
    const known = accounts.get(person);
    if (known === undefined) throw new Error(`nobody has the id ${person}`);
    const at = server.clock.now().getTime();
    if (at - known.at < SIGNED_IN) return known.account;
    const account = known.account.then(async ({ browser, email, password }) => {
      await forgetAttempts();
      return signIn(browser, email, password);
    });
    accounts.set(person, { account, at });
    return account;
  }

  async function send(authorization: string, at: number | null, method: Method, path: string, payload?: object) {
    const headers = { authorization, ...(at === null ? {} : { [WORKSPACE_HEADER.toLowerCase()]: String(at) }) };
    const answer = await server.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    const isJson = String(answer.headers['content-type']).includes('json');
    const [rows, charged] = [answer.headers['x-export-rows'], answer.headers['x-export-charged']];
    const ofFile = rows === undefined ? {} : { rows: Number(rows), charged: Number(charged) };
    return { status: answer.statusCode, body: isJson ? answer.json() : ofFile };
  }

  return {
    join,

    /** What a person is shown. */
    async read(person: number, at: number | null, path: string) {
      return send((await accountOf(person)).headers.authorization, at, 'GET', path);
    },

    /** The answer of an invitation has its code, from the mail. */
    async take({ what, by, at, method, path, body, key }: Step) {
      if (what === 'invite') await forgetAttempts();
      const account = key === undefined ? await accountOf(by) : null;
      const authorization = account?.headers.authorization ?? `Bearer ${key}`;
      const payload = what === 'delete the account' ? { password: account?.password } : body;
      const before = [...server.mails];
      const answer = await send(authorization, at, method, path, payload);
      if (what !== 'invite' || answer.status >= 300) return answer;
      const { email } = answer.body;
      const isInvitation = (mail: Mail) => mail.to === email && INVITES.test(mail.subject);
      const { text } = await waitForMail(server, email, INVITES, before.filter(isInvitation).length);
      return { ...answer, body: { ...answer.body, code: /\/app\/join\/([\w-]+)/.exec(text)?.[1] } };
    },
  };
}
export type Drive = ReturnType<typeof createDrive>;

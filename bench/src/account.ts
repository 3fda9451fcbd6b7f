/**
 * The cost of sign-in and `/me` compared with the minimum: the password's hash, and one query for the account's row. Both
 * sides alternate in one process, against one real database, so that other load slows both. Limits are avoided by settings
 * and by calling from many addresses.
 */
import { createAccountsRepository } from '@leadloom/server/modules/accounts/accounts.repository';
import { createPasswords } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { withApp } from './app-in-process.ts';
import { median } from './tables/statistics.ts';

const SIGN_IN_GOAL = 0.8;
const ME_GOAL = 3;
const ROUNDS = 7;
const ROUND_MS = 1200;
/** More calls than are hashed at once, so that no slot is ever idle. */
const IN_FLIGHT = 12;
const LOOKS = 2000;
const WARM_UP_LOOKS = 500;
const PASSWORD = 'a password of the benchmark';

type Work = (index: number) => Promise<unknown>;

export async function benchAccount(): Promise<void> {
  await withApp({}, async ({ app, database }) => {
    const passwords = createPasswords();
    const passwordHash = await passwords.hash(PASSWORD);
    const repository = createAccountsRepository(database);
    const emails = Array.from({ length: 200 }, (_, index) => `bench-${index}@example.com`);
    const ids: number[] = [];
    for (const email of emails) ids.push((await repository.addOrFind(email, passwordHash, new Date())).id);

    const signIn = async (index: number) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/login',
        remoteAddress: `10.0.${Math.floor(index / 250) % 250}.${index % 250}`,
        payload: { email: emails[index % emails.length], password: PASSWORD },
      });
      if (answer.statusCode !== 200) throw new Error(`a sign-in answered ${answer.statusCode}`);
      return answer;
    };
    await reportSignIns(signIn, () => passwords.hash(PASSWORD));

    const { access_token: token }: { access_token: string } = (await signIn(0)).json();
    const headers = { authorization: `Bearer ${token}` };
    const me = async () => {
      const answer = await app.inject({ url: '/api/v1/me', headers });
      if (answer.statusCode !== 200) throw new Error(`/me answered ${answer.statusCode}`);
    };
    const look = () => database.$client.query('select * from accounts where id = $1', [ids[0]]);
    await reportMe(me, look);
  });
}

async function reportSignIns(signIn: Work, hash: Work): Promise<void> {
  for (const work of [hash, signIn]) await perSecond(work);
  const rounds: { readonly hashes: number; readonly signIns: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ hashes: await perSecond(hash), signIns: await perSecond(signIn) });
  const hashes = median(rounds.map((rates) => rates.hashes));
  const signIns = median(rounds.map((rates) => rates.signIns));
  const ratio = median(rounds.map((rates) => rates.signIns / rates.hashes));
  console.log(`account: ${signIns.toFixed(0)} sign-ins and ${hashes.toFixed(0)} argon2id hashes a second`);
  console.log(`account: sign-ins to bare hashes ${ratio.toFixed(2)} (goal at least ${SIGN_IN_GOAL})`);
  if (ratio < SIGN_IN_GOAL) process.exitCode = 1;
}

async function reportMe(me: Work, look: Work): Promise<void> {
  const times: { readonly me: number[]; readonly look: number[] } = { me: [], look: [] };
  for (let index = 0; index < WARM_UP_LOOKS + LOOKS; index += 1) {
    const lookTime = await milliseconds(look);
    const meTime = await milliseconds(me);
    if (index < WARM_UP_LOOKS) continue;
    times.look.push(lookTime);
    times.me.push(meTime);
  }
  const ratio = median(times.me) / median(times.look);
  console.log(`account: /me p50 ${median(times.me).toFixed(2)} ms, one row ${median(times.look).toFixed(2)} ms`);
  console.log(`account: /me to a bare select ${ratio.toFixed(2)} (goal at most ${ME_GOAL})`);
  if (ratio > ME_GOAL) process.exitCode = 1;
}

/** Runs per second with IN_FLIGHT of them in progress at any time. */
async function perSecond(work: Work): Promise<number> {
  const start = performance.now();
  let begun = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - start < ROUND_MS) {
      await work(begun++);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (done * 1000) / (performance.now() - start);
}

async function milliseconds(work: Work): Promise<number> {
  const start = performance.now();
  await work(0);
  return performance.now() - start;
}

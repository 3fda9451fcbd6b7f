/** Random members make, share, rename and delete views, lists and alerts; each of them sees what a plain model says. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../testing/accounts.ts';
import { type Caller, callApi, type Method } from '../../testing/call-api.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const STATE = { filters: {}, columns: [], sort: null, order: null, per_page: null };
const ROLES = ['owner', 'admin', 'member', 'member', 'viewer'] as const;
/** How each kind is made, where it is, and what is answered for one that somebody does not see. */
const KINDS = {
  view: { path: '/table-views', query: '?table=companies', unknown: 'VIEW.NOT_FOUND', taken: 'VIEW.NAME_TAKEN' },
  list: { path: '/lists', query: '', unknown: 'ROW_LIST.NOT_FOUND', taken: 'ROW_LIST.NAME_TAKEN' },
  alert: { path: '/alerts', query: '', unknown: 'ALERT.NOT_FOUND', taken: null },
} as const;
type Kind = keyof typeof KINDS;
const CONTENT = {
  view: { table: 'companies', state: STATE, is_default: false },
  list: { table: 'companies' },
  alert: { watch: { kind: 'people' }, on: ['added'], every: 'instant', by: ['app'] },
} as const;

interface Known {
  readonly id: string | number;
  readonly kind: Kind;
  readonly author: number;
  name: string;
  isShared: boolean;
}

const step = fc.record({
  who: fc.nat(ROLES.length - 1),
  kind: fc.constantFrom<Kind>('view', 'list', 'alert'),
  does: fc.constantFrom('make', 'make', 'share', 'unshare', 'rename', 'delete'),
  of: fc.nat(20),
  name: fc.constantFrom('Norway', 'Oslo', 'To call'),
  isShared: fc.boolean(),
});

describe('what members see of each other', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is what the model says, after each random step', async () => {
    const accounts = await Promise.all(ROLES.map(() => createVerifiedAccount(server)));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const [owner, ...others] = accounts;
        if (owner === undefined) throw new Error('there is no owner');
        const members = others.map((account, at) => ({ account, role: ROLES[at + 1] ?? 'viewer' }));
        const { headersOf } = await createSharedWorkspace(server, owner, members);
        const callers = accounts.map((account): Caller => ({ headers: headersOf(account) }));
        const call = async (who: number, method: Method, path: string, payload?: object) => {
          const caller = callers[who];
          if (caller === undefined) throw new Error('nobody calls');
          const { status, body } = await callApi(server, caller, method, path, payload);
          return { body, code: status < 400 ? null : String(body.code) };
        };
        let known: Known[] = [];
        const isSeen = (one: Known, who: number) => one.isShared || one.author === who;
        const isTaken = ({ id, kind, author, name, isShared }: Omit<Known, 'id'> & { id: Known['id'] | null }) =>
          KINDS[kind].taken !== null &&
          known.some(
            (one) =>
              one.kind === kind &&
              one.id !== id &&
              one.name === name &&
              one.isShared === isShared &&
              (isShared || one.author === author),
          );

        for (const { who, kind, does, of, name, isShared } of steps) {
          const { path, unknown, taken } = KINDS[kind];
          const isViewer = ROLES[who] === 'viewer';
          if (does === 'make') {
            const made = await call(who, 'POST', path, {
              ...CONTENT[kind],
              name,
              visibility: isShared ? 'workspace' : 'private',
            });
            const one = { kind, author: who, name, isShared };
            const expected = isViewer ? 'WORKSPACE.ROLE_MISSING' : isTaken({ ...one, id: null }) ? taken : null;
            expect(made.code).toBe(expected);
            if (expected === null) known.push({ ...one, id: made.body.id });
          } else {
            const ofKind = known.filter((one) => one.kind === kind);
            const one = ofKind[of % Math.max(1, ofKind.length)];
            if (one === undefined) continue;
            const change = {
              share: { visibility: 'workspace' },
              unshare: { visibility: 'private' },
              rename: { name },
              delete: undefined,
            }[does];
            const answer = await call(who, does === 'delete' ? 'DELETE' : 'PATCH', `${path}/${one.id}`, change);
            const next = {
              ...one,
              ...(does === 'rename' ? { name } : {}),
              isShared: does === 'share' || (does !== 'unshare' && one.isShared),
            };
            const mayUnshare = one.author === who || ROLES[who] === 'owner' || ROLES[who] === 'admin';
            const expected = (() => {
              if (isViewer) return 'WORKSPACE.ROLE_MISSING';
              if (!isSeen(one, who)) return unknown;
              if (does === 'unshare' && one.isShared && !mayUnshare) return 'WORKSPACE.ROLE_MISSING';
              return does !== 'delete' && isTaken(next) ? taken : null;
            })();
            expect(answer.code).toBe(expected);
            if (expected === null) known = known.flatMap((other) => (other !== one ? [other] : does === 'delete' ? [] : [next]));
          }
          for (const seer of callers.keys()) {
            const seen = known.filter((one) => one.kind === kind && isSeen(one, seer));
            const { body } = await call(seer, 'GET', `${path}${KINDS[kind].query}`);
            const listed = body.data.map(({ id, name: called, visibility, created_by: by }: Record<string, unknown>) => [
              id,
              called,
              visibility,
              by,
            ]);
            const wanted = seen.map((one) => [
              one.id,
              one.name,
              one.isShared ? 'workspace' : 'private',
              accounts[one.author]?.email,
            ]);
            expect(listed.sort(byText)).toEqual(wanted.sort(byText));
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

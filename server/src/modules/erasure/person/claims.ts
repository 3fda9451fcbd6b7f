/**
 * What workspaces say about a person. An account can make a profile or a list entry say anything, so what one account alone
 * says identifies the person in that workspace only. What two say in the same way counts everywhere, like rows of the data
 * tables. Accounts are counted and not workspaces, because one account can make many of those. The operator can decide
 * otherwise for each key. Pure.
 */
import type { ErasureChoice, ErasureClaim } from '@leadloom/shared/contract/erasures';
import { z } from 'zod';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { type PersonFacts, suppressionKeys } from '../../suppression/person/person-keys.ts';
import { nameForms } from '../../suppression/person/person-name.ts';
import { isOf, type KnownPerson, knownPersonSchema, type Learned, learn, NOBODY, together } from './known-person.ts';

/** The number of accounts that must say the same. */
const ENOUGH = 2;
/** A workspace that says more about one person is not believed further, so that it cannot make the work long. */
const MOST_KEYS = 500;

export interface Statement {
  /** Where it was said. What stands in an account's list of the collector is said in its personal workspace. */
  readonly workspaceId: WorkspaceId;
  /** The account that said it. */
  readonly saidBy: number;
  readonly facts: PersonFacts;
}

/**
 * Who is to be erased, and how single workspaces know the same person beyond that. The names of the fields are older than
 * workspaces, and stay: a request that is being carried out is stored like this.
 */
export const erasedPersonSchema = z.object({
  ...knownPersonSchema.shape,
  accounts: z
    .array(z.object({ accountId: z.custom<WorkspaceId>((id) => Number.isSafeInteger(id)), person: knownPersonSchema }))
    .default([]),
});
export type ErasedPerson = z.infer<typeof erasedPersonSchema>;

/** Facts by keys that count everywhere. */
export interface Agreement {
  readonly facts: readonly PersonFacts[];
  /** How many accounts say each key. */
  readonly counts: ReadonlyMap<string, number>;
  readonly isFollowed: (key: string) => boolean;
}

/** @param found what is said about people that are known by keys that count everywhere */
export function agreeOn(found: readonly Statement[], { include = [], leave_out: leaveOut = [] }: ErasureChoice): Agreement {
  const saying = new Map<string, Set<number>>();
  for (const { saidBy, facts } of found)
    for (const key of [...suppressionKeys(facts), ...namesIn(facts)]) {
      const accounts = saying.get(key) ?? new Set();
      saying.set(key, accounts.add(saidBy));
    }
  const [included, excluded] = [new Set(include), new Set(leaveOut)];
  const isFollowed = (key: string) => !excluded.has(key) && (included.has(key) || (saying.get(key)?.size ?? 0) >= ENOUGH);
  return {
    facts: found.map(({ facts }) => restricted(facts, isFollowed)),
    counts: new Map([...saying].map(([key, accounts]) => [key, accounts.size])),
    isFollowed,
  };
}

const namesIn = ({ names = [] }: PersonFacts) => names.flatMap(nameForms).map((form) => `name:${form}`);

/** The name with its employer is one statement, and so is each address. */
function restricted(
  { names = [], emails = [], profileForms = [], employers = [] }: PersonFacts,
  isFollowed: (key: string) => boolean,
) {
  const isWhole = (facts: PersonFacts) => suppressionKeys(facts).every(isFollowed);
  const usableEmployers = employers.filter((employer) => isWhole({ names, employers: [employer] }));
  return {
    names: names.filter((name) => usableEmployers.length > 0 || namesIn({ names: [name] }).some(isFollowed)),
    emails: emails.filter((email) => isWhole({ emails: [email] })),
    profileForms: profileForms.filter((form) => isWhole({ profileForms: [form] })),
    employers: usableEmployers,
  };
}

/** Leaves out what follows only from putting together what accounts say apart. */
export function withoutClaims(
  { person, shared }: Learned,
  { isFollowed }: Agreement,
  certain: readonly PersonFacts[],
  asked: KnownPerson,
): Learned {
  const sure = new Set([...asked.keys, ...certain.flatMap(suppressionKeys)]);
  return { person: { ...person, keys: person.keys.filter((key) => sure.has(key) || isFollowed(key)) }, shared };
}

/** The further statements of each workspace that knows more about the person. */
export function learnFromWorkspaces(person: KnownPerson, found: readonly Statement[]): ErasedPerson['accounts'] {
  const known = new Set(person.keys);
  const byWorkspace = Map.groupBy(found, ({ workspaceId }) => workspaceId);
  return [...byWorkspace].flatMap(([workspaceId, said]) => {
    const { person: learned } = learn(
      { person, shared: new Set() },
      person,
      said.map(({ facts }) => facts),
    );
    const keys = learned.keys.filter((key) => !known.has(key)).slice(0, MOST_KEYS);
    if (keys.length === 0) return [];
    const isMore = isOf({ ...NOBODY, keys });
    const profiles = learned.profiles.filter((form) => isMore({ profileForms: [form] }));
    const emails = learned.emails.filter((email) => isMore({ emails: [email] }));
    return [{ accountId: workspaceId, person: { ...NOBODY, keys, profiles, emails } }];
  });
}

/** @returns whether facts of a workspace are about the person */
export function isOfIn(erased: ErasedPerson): (facts: PersonFacts, workspaceId: WorkspaceId) => boolean {
  const isOfEverywhere = isOf(erased);
  const inWorkspaces = new Map(erased.accounts.map(({ accountId, person }) => [accountId, isOf(together(erased, person))]));
  return (facts, workspaceId) => isOfEverywhere(facts) || (inWorkspaces.get(workspaceId)?.(facts) ?? false);
}

/** What workspaces know of the person beyond what counts everywhere: used to search what they collected. */
export function knownInWorkspaces({ accounts }: ErasedPerson): KnownPerson {
  return accounts.map(({ person }) => person).reduce(together, NOBODY);
}

/** What is known of a person, and who says it. */
interface Grounds {
  /** What the request says, and rows of data tables that are found by it alone. */
  readonly certain: KnownPerson;
  /** What accounts say about the person as far as known for certain. */
  readonly direct: Agreement;
  /** What accounts say about everything that was found. */
  readonly last: Agreement;
  /** Rows of data tables about everything that was found. */
  readonly rows: readonly PersonFacts[];
}

/** Statements that only accounts make, for the operator: addresses before names, and those of many accounts first. */
export function claimsOf(erased: ErasedPerson, { certain, direct, last, rows }: Grounds): readonly ErasureClaim[] {
  const sure = new Set(certain.keys);
  const followed = new Set(erased.keys);
  const inRows = new Set(rows.flatMap(suppressionKeys));
  const inAccounts = new Map<string, number>();
  for (const key of erased.accounts.flatMap(({ person }) => person.keys)) inAccounts.set(key, (inAccounts.get(key) ?? 0) + 1);
  const claims = [...new Set([...erased.keys, ...inAccounts.keys()])].flatMap((key) => {
    const later = inRows.has(key) ? undefined : last.counts.get(key);
    const accounts = direct.counts.get(key) ?? inAccounts.get(key) ?? later;
    return sure.has(key) || accounts === undefined ? [] : [{ key, accounts, followed: followed.has(key) }];
  });
  const isName = ({ key }: ErasureClaim) => Number(key.startsWith('name-'));
  return claims.toSorted((one, other) => isName(one) - isName(other) || other.accounts - one.accounts);
}

/**
 * Finds all that is kept of a person: rows of the data tables, collected profiles of all workspaces, and list entries of all
 * accounts.
 */
import type { ErasureChoice, ErasureTouches } from '@leadloom/shared/contract/erasures';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { type Judgement, judgeRow } from '../suppression/identity-columns.ts';
import type { PersonFacts } from '../suppression/person/person-keys.ts';
import { type FoundEntry, type FoundProfile, findEntries, findProfiles } from './erase-profiles.repository.ts';
import { cluesOf, type FoundRow, findRows } from './find-rows.repository.ts';
import {
  type Agreement,
  agreeOn,
  claimsOf,
  type ErasedPerson,
  isOfIn,
  knownInWorkspaces,
  learnFromWorkspaces,
  withoutClaims,
} from './person/claims.ts';
import { distinctNames, isOf, type KnownPerson, type Learned, learn, together } from './person/known-person.ts';

/** Rows found in one round may name the person in another way, by which the next round looks too. */
const ROUNDS = 5;
const SHOWN_NAMES = 10;
const SHOWN_CLAIMS = 50;

type IsPerson = (facts: PersonFacts) => boolean;
type IsPersonIn = (facts: PersonFacts, workspaceId: WorkspaceId) => boolean;

export interface JudgedRow extends FoundRow {
  readonly judgement: Judgement;
}

export async function findJudgedRows(
  connection: Connection,
  table: TableName,
  person: KnownPerson | null,
  isPerson: IsPerson,
): Promise<readonly JudgedRow[]> {
  const found: JudgedRow[] = [];
  for await (const row of findRows(connection, table, person && cluesOf(person))) {
    const judgement = judgeRow(table, row.cells, isPerson);
    if (judgement !== null) found.push({ ...row, judgement });
  }
  return found;
}

/**
 * A list entry is about the person if it is in one of the workspaces of its account: people are collected for each of them.
 * @param person null: look at everything @param isPerson judges what is said in a workspace
 */
export async function findJudgedProfiles(connection: Connection, person: KnownPerson | null, isPerson: IsPersonIn) {
  const clues = person && cluesOf(person);
  const profiles: FoundProfile[] = [];
  for await (const profile of findProfiles(connection, clues))
    if (isPerson(profile.facts, profile.workspaceId)) profiles.push(profile);
  const entries: FoundEntry[] = [];
  for await (const entry of findEntries(connection, clues))
    if (entry.workspaceIds.some((workspaceId) => isPerson(entry.facts, workspaceId))) entries.push(entry);
  return { profiles, entries };
}

export interface FoundPerson {
  readonly person: ErasedPerson;
  readonly touches: ErasureTouches;
}

/** @param asked what the request names @param choice whom of the accounts the operator believes */
export async function findPerson(connection: Connection, asked: KnownPerson, choice: ErasureChoice): Promise<FoundPerson> {
  const { person, grounds, found } = await findEverywhere(connection, asked, choice);
  let erased: ErasedPerson = { ...person, accounts: learnFromWorkspaces(person, found.said) };
  let { profiles, entries } = found;
  for (let round = 1; round < ROUNDS && erased.accounts.length > 0; round += 1) {
    ({ profiles, entries } = await findJudgedProfiles(connection, together(person, knownInWorkspaces(erased)), isOfIn(erased)));
    const accounts = learnFromWorkspaces(person, [...profiles, ...entries]);
    const isSettled = countKeys(accounts) === countKeys(erased.accounts);
    erased = { ...person, accounts };
    if (isSettled) break;
  }
  const facts = [...found.certain, ...profiles.map((profile) => profile.facts)];
  const names = distinctNames(facts.flatMap((one) => one.names ?? [])).slice(0, SHOWN_NAMES);
  const claims = claimsOf(erased, grounds).slice(0, SHOWN_CLAIMS);
  const counts = { tables: found.tables, profiles: profiles.length, entries: entries.length };
  return { person: erased, touches: { ...counts, names: [...names], ...(claims.length === 0 ? {} : { claims: [...claims] }) } };
}

/**
 * Finds the person by what counts everywhere: first by what is certain, until that finds nothing more, and then also by
 * what accounts say. So it is known what only accounts say.
 */
async function findEverywhere(connection: Connection, asked: KnownPerson, choice: ErasureChoice) {
  let known: Learned = { person: asked, shared: new Set() };
  let certain: { readonly person: KnownPerson; readonly direct: Agreement } | null = null;
  for (let round = 1; ; round += 1) {
    const found = await look(connection, known.person);
    const agreement = agreeOn(found.said, choice);
    let next = certain === null ? learn(known, asked, found.certain) : known;
    if (certain === null && (hasSameKeys(next, known) || round >= ROUNDS)) certain = { person: known.person, direct: agreement };
    if (certain !== null)
      next = withoutClaims(learn(known, asked, [...found.certain, ...agreement.facts]), agreement, found.certain, asked);
    if (certain !== null && (hasSameKeys(next, known) || round === 2 * ROUNDS))
      return {
        person: known.person,
        grounds: { certain: certain.person, direct: certain.direct, last: agreement, rows: found.certain },
        found,
      };
    known = next;
  }
}

function hasSameKeys({ person: one }: Learned, { person: other }: Learned): boolean {
  const keys = new Set(one.keys);
  return keys.size === other.keys.length && other.keys.every((key) => keys.has(key));
}

async function look(connection: Connection, person: KnownPerson) {
  const isPerson = isOf(person);
  const certain: PersonFacts[] = [];
  const tables: { table: TableName; deleted: number; blanked: number }[] = [];
  for (const table of tableNames) {
    const rows = await findJudgedRows(connection, table, person, isPerson);
    if (rows.length === 0) continue;
    certain.push(...rows.flatMap(({ judgement }) => judgement.facts));
    const deleted = rows.filter(({ judgement }) => judgement.isGone).length;
    tables.push({ table, deleted, blanked: rows.length - deleted });
  }
  const { profiles, entries } = await findJudgedProfiles(connection, person, isPerson);
  return { certain, tables, profiles, entries, said: [...profiles, ...entries] };
}

function countKeys(accounts: ErasedPerson['accounts']): number {
  return accounts.reduce((sum, { person }) => sum + person.keys.length, 0);
}

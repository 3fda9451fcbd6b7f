/** Finds all that is kept of a person: rows of the data tables, collected profiles and list entries of all accounts. */
import type { ErasureTouches } from '@leadloom/shared/contract/erasures';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import type { Connection } from '../../database/database.ts';
import { type FoundEntry, type FoundProfile, findEntries, findProfiles } from './erase-profiles.repository.ts';
import { cluesOf, type FoundRow, findRows } from './find-rows.repository.ts';
import { type Judgement, judgeRow } from './identity-columns.ts';
import { distinctNames, isOf, type KnownPerson, type Learned, learn } from './person/known-person.ts';
import type { PersonFacts } from './person/person-keys.ts';

/** What one round finds may name the person in another way, by which the next one looks too. */
const ROUNDS = 5;

type IsPerson = (facts: PersonFacts) => boolean;

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

/** @param person null: look at everything */
export async function findJudgedProfiles(connection: Connection, person: KnownPerson | null, isPerson: IsPerson) {
  const clues = person && cluesOf(person);
  const profiles: FoundProfile[] = [];
  for await (const profile of findProfiles(connection, clues)) if (isPerson(profile.facts)) profiles.push(profile);
  const entries: FoundEntry[] = [];
  for await (const entry of findEntries(connection, clues)) if (isPerson(entry.facts)) entries.push(entry);
  return { profiles, entries };
}

export interface FoundPerson {
  readonly person: KnownPerson;
  readonly touches: ErasureTouches;
}

/** @param asked what the request names */
export async function findPerson(connection: Connection, asked: KnownPerson): Promise<FoundPerson> {
  let known: Learned = { person: asked, shared: new Set() };
  for (let round = 1; round < ROUNDS; round += 1) {
    const { facts, touches } = await look(connection, known.person);
    const before = new Set(known.person.keys);
    known = learn(known, asked, facts);
    const isSettled = known.person.keys.length === before.size && known.person.keys.every((key) => before.has(key));
    if (isSettled) return { person: known.person, touches };
  }
  return { person: known.person, touches: (await look(connection, known.person)).touches };
}

async function look(connection: Connection, person: KnownPerson) {
  const isPerson = isOf(person);
  const facts: PersonFacts[] = [];
  const tables: { table: TableName; deleted: number; blanked: number }[] = [];
  for (const table of tableNames) {
    const rows = await findJudgedRows(connection, table, person, isPerson);
    if (rows.length === 0) continue;
    facts.push(...rows.flatMap(({ judgement }) => judgement.facts));
    const deleted = rows.filter(({ judgement }) => judgement.isGone).length;
    tables.push({ table, deleted, blanked: rows.length - deleted });
  }
  const { profiles, entries } = await findJudgedProfiles(connection, person, isPerson);
  facts.push(...profiles.map((profile) => profile.facts), ...entries.map((entry) => entry.facts));
  const names = distinctNames(facts.flatMap((found) => found.names ?? [])).slice(0, 10);
  return { facts, touches: { tables, profiles: profiles.length, entries: entries.length, names: [...names] } };
}

/**
 * Plans a save of entries without the database: which entries are new, which stored ones change, and which entry is
 * returned for each one sent. Entries are matched by profile, not by the id a client chose.
 *
 * A profile is added before it is downloaded, never by its download: a finished entry that is not stored was deleted in
 * another tab or on another device, and stays deleted.
 */
import { randomUUID } from 'node:crypto';
import type { FoundBy } from '@leadloom/shared/contract/linkedin';

/** The person as the workspace of a call has them. */
export interface PersonThere {
  readonly userId: number;
  readonly profileId: string;
  readonly profileUrl: string;
  readonly email: string | null;
  /** Who collected them first, and when. */
  readonly collector: {
    readonly accountId: number;
    readonly email: string;
    /** Their name, or else their email. */
    readonly name: string;
    readonly at: Date;
  };
}

/** An entry as stored. */
export interface ListedEntry {
  readonly id: string;
  readonly url: string;
  /** Lower-cased slug. */
  readonly profileKey: string;
  readonly collected: boolean;
  readonly status: 'ok' | 'not_found' | null;
  readonly profileId: string | null;
  readonly userId: number | null;
  readonly profileUrl: string | null;
  readonly email: string | null;
  /** The name in the collected profile, or else the one listed when it was found. */
  readonly name: string | null;
  /** The employer in the collected profile. */
  readonly employer: string | null;
  readonly foundBy: FoundBy | null;
  /** Not stored with the entry. null: the workspace does not have the person, or this account just took them off its list. */
  readonly there: PersonThere | null;
}

/** An entry as sent. Omitted fields stay unchanged. */
export interface SentEntry {
  readonly id: string;
  readonly url: string;
  readonly profileKey: string;
  /** How the entry was found; counts for a new entry only. */
  readonly origin: Pick<ListedEntry, 'name' | 'foundBy'>;
  readonly changes: Partial<Pick<ListedEntry, 'collected' | 'status' | 'profileId' | 'userId' | 'profileUrl' | 'email'>>;
}

export interface SavePlan {
  /** New entries in the order sent, and stored entries that change; each profile once. */
  readonly writes: readonly ListedEntry[];
  /** The entry to return for each one sent, in the order sent. */
  readonly answers: readonly ListedEntry[];
  readonly added: number;
  /** The number of all other entries. */
  readonly existing: number;
}

/** @param listed every entry of the account with a profile or an id among those sent */
export function planSave(sent: readonly SentEntry[], listed: readonly ListedEntry[]): SavePlan {
  const rows = new Map(listed.map((row) => [row.profileKey, row]));
  const takenIds = new Set(listed.map((row) => row.id));
  const written = new Set<string>();
  let added = 0;

  for (const row of sent) {
    const known = rows.get(row.profileKey);
    if (known === undefined) {
      if (row.changes.collected === true) continue;
      // The id may belong to another profile of this account. The entry is added under a new id then.
      const id = takenIds.has(row.id) ? randomUUID() : row.id;
      rows.set(row.profileKey, newEntry(row, id));
      takenIds.add(id);
      written.add(row.profileKey);
      added += 1;
    } else if (isUpdateOf(row, known)) {
      rows.set(row.profileKey, { ...known, ...row.changes });
      written.add(row.profileKey);
    }
  }

  return {
    writes: [...written].flatMap((profileKey) => rows.get(profileKey) ?? []),
    answers: sent.map((row) => rows.get(row.profileKey) ?? newEntry(row, row.id)),
    added,
    existing: sent.length - added,
  };
}

const emptyEntry = {
  collected: false,
  status: null,
  profileId: null,
  userId: null,
  profileUrl: null,
  email: null,
  employer: null,
  there: null,
} as const;

function newEntry({ url, profileKey, origin, changes }: SentEntry, id: string): ListedEntry {
  return { ...emptyEntry, id, url, profileKey, ...origin, ...changes };
}

/** The same entry sent again, or a finished download under any id. Adding a listed profile again resets nothing. */
function isUpdateOf(row: SentEntry, known: ListedEntry): boolean {
  return Object.keys(row.changes).length > 0 && (row.id === known.id || row.changes.collected === true);
}

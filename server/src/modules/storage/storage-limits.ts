/**
 * How much one account may store. Pure. Raw answers of LinkedIn are not part of it: above their own limit,
 * RAW_ANSWER_QUOTA_MB, the oldest are deleted, so they never lock anybody out. Collected people bring room of their own,
 * because their number is limited: an account that collects as many as it may hold is not locked out for it.
 */

/** A table that is counted, but is not part of the total. */
export const RAW_ANSWERS_TABLE = 'linkedin_raw_answers';
/** Room that each collected person brings. One with eight described roles takes about 5,000 bytes. */
export const PERSON_BYTES = 6 * 1024;
/** The part of the total that accounts get whose email is not verified; they get no additional room for people. */
const UNVERIFIED_PART = 0.01;
/** The share of the limit at which the owner is warned, in percent. */
export const STORAGE_WARNING_PERCENT = 80;

export interface StorageTotals {
  readonly isVerified: boolean;
  /** Bytes of all counted tables except raw answers. */
  readonly bytes: number;
  /** The number of collected people. */
  readonly people: number;
}

export interface StorageUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
  readonly isFull: boolean;
}

export function judgeStorage(
  { accountStorageBytes }: { readonly accountStorageBytes: number },
  { isVerified, bytes, people }: StorageTotals,
): StorageUse {
  const limitBytes = isVerified ? accountStorageBytes + people * PERSON_BYTES : Math.floor(accountStorageBytes * UNVERIFIED_PART);
  const usedBytes = Math.max(0, bytes);
  return { usedBytes, limitBytes, isFull: usedBytes >= limitBytes };
}

/** The counted tables, by what people know their rows as. Each is in exactly one. */
export const storedKinds: Readonly<Record<string, readonly string[]>> = {
  'collected people': [
    'linkedin_profiles',
    'linkedin_experiences',
    'linkedin_educations',
    'linkedin_profile_tags',
    'linkedin_profile_changes',
    'linkedin_recollections',
    'linkedin_companies',
  ],
  'people and searches in the collector': ['collector_rows', 'search_jobs', 'linkedin_known_places'],
  'alerts and their messages': ['alerts', 'alert_members', 'alert_messages', 'account_events'],
  'webhooks and their deliveries': ['webhooks', 'webhook_deliveries'],
  'destinations, and what was sent to them': [
    'destinations',
    'destination_deliveries',
    'destination_rows',
    'crm_records',
    'crm_changes',
  ],
  'scheduled exports and their files': ['scheduled_exports', 'scheduled_export_files', 'scheduled_export_parts'],
  'lists, tags and notes': ['row_lists', 'row_list_rows', 'row_tags', 'row_notes'],
  'saved views': ['table_views', 'table_layouts'],
  trends: ['analysis_tasks', 'trends', 'trend_videos'],
  'the record of your exports': ['table_exports'],
  'raw answers of LinkedIn': [RAW_ANSWERS_TABLE],
};

/** `12.3 MB`. */
export function inMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

/** The message of a refused call. @param byTable bytes */
export function fullText(
  { usedBytes, limitBytes }: StorageUse,
  isVerified: boolean,
  byTable: ReadonlyMap<string, number>,
): string {
  const kinds = Object.entries(storedKinds)
    .filter(([, tables]) => !tables.includes(RAW_ANSWERS_TABLE))
    .map(([kind, tables]) => ({ kind, bytes: tables.reduce((sum, table) => sum + (byTable.get(table) ?? 0), 0) }))
    .sort((one, other) => other.bytes - one.bytes)
    .filter(({ bytes }, at) => at === 0 || (at < 3 && bytes * 10 >= usedBytes));
  const most = kinds.map(({ kind, bytes }) => `${kind} (${inMegabytes(bytes)})`).join(', ');
  const more = isVerified ? '' : ' Accounts with a verified email can store a hundred times as much.';
  return `Your storage is full: ${inMegabytes(usedBytes)} of ${inMegabytes(limitBytes)} are used, most of it by ${most}. Delete some of that to store more.${more}`;
}

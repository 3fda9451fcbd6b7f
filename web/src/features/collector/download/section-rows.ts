/**
 * Posts the profile, and reads the rows of sections that its answer cut or lacked. They come by resource, without an id
 * that could age, so they are tried before rendered rows. What cannot be used is dropped, and the rendered rows follow.
 */
import { buildSectionsUrl, SECTION_PAGE_SIZE } from '@leadloom/shared/linkedin/build-url';
import type { ParsedProfile, ProfileContent } from './download-api.ts';
import { isNoMember } from './fetch-profile.ts';
import type { RawRecord, SectionPage } from './raw-record.ts';
import { withPatience } from './server-patience.ts';
import { refusal, type StoreDependencies, type StoreOutcome } from './store-outcome.ts';

export type RowResource = SectionPage['resource'];

export interface ProfileWithRows {
  readonly kind: 'read';
  readonly record: RawRecord;
  readonly profile: ParsedProfile;
  /** Sections whose rows were asked for in vain, in this job or an earlier one. */
  readonly failed: ReadonlySet<RowResource>;
}

/** Five pages of a hundred rows: no known member has more. */
const MAX_PAGES = 5;

export async function readProfileWithRows(
  start: RawRecord,
  p1: string,
  dependencies: StoreDependencies,
): Promise<ProfileWithRows | StoreOutcome> {
  let record = start;
  let profile: ParsedProfile | null = null;
  const failed = new Set<RowResource>(record.sectionsEnded);
  for (;;) {
    const parsed = await postProfile(record, p1, dependencies);
    if (parsed.kind === 'ok') {
      profile = parsed.value;
    } else {
      if (parsed.kind === 'away') return { kind: 'server_away' };
      if (parsed.kind === 'no_profile_id') return parsed;
      const outcome = refusal(parsed);
      const pages = record.sections ?? [];
      if (outcome.kind === 'storage_full' || pages.length === 0) return outcome;
      // The rows may be another member's. The profile itself is posted again, or was stored before.
      const resources = pages.map(({ resource }) => resource);
      for (const resource of resources) failed.add(resource);
      record = withoutRows(record, resources);
      await dependencies.records.put(record);
      if (profile === null) continue;
    }
    const fetched = await fetchRows(record, profile, failed, dependencies);
    if (fetched === 'stopped') return { kind: 'kept' };
    record = fetched.record;
    if (!fetched.isGrown) return { kind: 'read', record, profile, failed };
  }
}

async function postProfile(record: RawRecord, p1: string, { api, clock, signal, onSomethingOff }: StoreDependencies) {
  const content: ProfileContent = {
    url: record.url,
    p1,
    ...(typeof record.p2 === 'string' ? { p2: record.p2 } : {}),
    ...pagesOf(record, 'profilePositions', 'positions'),
    ...pagesOf(record, 'profileEducations', 'educations'),
  };
  const parsed = await withPatience(() => api.parseProfile(content), clock, signal);
  if (parsed.kind === 'away') onSomethingOff('parse/profile', 'away');
  if (parsed.kind === 'refused') onSomethingOff('parse/profile', parsed.code);
  return parsed;
}

function pagesOf(record: RawRecord, resource: RowResource, name: 'positions' | 'educations') {
  const bodies = (record.sections ?? []).filter((page) => page.resource === resource).map(({ body }) => body);
  return bodies.length === 0 ? {} : { [name]: bodies };
}

interface FetchedRows {
  readonly record: RawRecord;
  /** There is something new to post. */
  readonly isGrown: boolean;
}

/** Asks for one more page of each section of which the server wants one. */
async function fetchRows(
  start: RawRecord,
  profile: ParsedProfile,
  failed: Set<RowResource>,
  { network, records }: StoreDependencies,
): Promise<FetchedRows | 'stopped'> {
  let record = start;
  let isGrown = false;
  if (network === null) return { record, isGrown };
  for (const { resource, start: row } of profile.next_sections ?? []) {
    if (failed.has(resource)) continue;
    const pages = (record.sections ?? []).filter((page) => page.resource === resource);
    // The server asks for a page that it has: it could not use it.
    const isUseless = pages.length >= MAX_PAGES || pages.some((page) => page.start === row);
    const url = buildSectionsUrl(resource, profile.profile_id, row, SECTION_PAGE_SIZE);
    const answer = isUseless ? null : await network.reader.readSection(url);
    if (answer?.kind === 'stopped') return 'stopped';
    if (answer?.kind === 'body') {
      record = { ...record, sections: [...(record.sections ?? []), { resource, start: row, body: answer.body }] };
      isGrown = true;
    } else {
      failed.add(resource);
      // Another failure passes, and the next job asks again.
      if (answer !== null && !isNoMember(answer.code)) continue;
      record = withoutRows(record, [resource]);
    }
    await records.put(record);
  }
  return { record, isGrown };
}

/** The pages of a section are useless without the rest, and the next job could expect nothing better. */
function withoutRows(record: RawRecord, resources: readonly RowResource[]): RawRecord {
  return {
    ...record,
    sections: (record.sections ?? []).filter(({ resource }) => !resources.includes(resource)),
    sectionsEnded: [...new Set([...(record.sectionsEnded ?? []), ...resources])],
  };
}

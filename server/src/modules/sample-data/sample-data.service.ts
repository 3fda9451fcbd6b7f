/**
 * Sample data for a new installation: rows in the data tables, and a sample account with collected profiles, which tracks
 * people of the sample rows. Its password is derived from the server's secret, so each installation has its own, and it is
 * stored nowhere.
 */
import { hkdfSync, randomUUID } from 'node:crypto';
import type { SecretRing } from '../../crypto/secret-ring.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace.ts';
import type { Platform } from '../../platform.ts';
import { sampleCreators } from '../../sample-rows/sample-video.ts';
import { subreddits } from '../../sample-rows/sample-words.ts';
import { ensureVerifiedAccount, removeAccount } from '../accounts/registration/account-provision.service.ts';
import { createJobLists, saveEntries } from '../linkedin/jobs/entries.service.ts';
import { parseCompany, parseProfile } from '../linkedin/parse/parse.service.ts';
import { createTableValues } from '../tables/values/table-values.service.ts';
import { createTracking } from '../tracking/tracking.service.ts';
import { sampleCompanies, samplePeople } from './sample-people.ts';
import { applySampleRows, START_SIZE } from './sample-rows.service.ts';

export const SAMPLE_EMAIL = 'sample@leadloom.example';
/** The number that suffices for every craze of the sample videos to be found. */
const TRACKED_CREATORS = 12;
const TRACKED_SUBREDDITS = 3;

/** The credentials, with another password for each new secret; the start sets it. */
export function sampleCredentials([newest]: SecretRing): { readonly email: string; readonly password: string } {
  const password = Buffer.from(hkdfSync('sha256', newest, '', 'leadloom sample account v1', 12)).toString('base64url');
  return { email: SAMPLE_EMAIL, password };
}

/** Adds the sample account with its profiles and rows to empty tables, or removes them, as the setting says. Safe to repeat at every start. */
export async function applySampleData(platform: Platform): Promise<void> {
  await applySampleRows(platform.direct, { isOn: platform.config.sampleData, now: platform.now() });
  await applySampleAccount(platform);
}

async function applySampleAccount(platform: Platform): Promise<void> {
  if (!platform.config.sampleData) {
    await removeAccount(platform, SAMPLE_EMAIL);
    return;
  }
  const accountId = await ensureVerifiedAccount(platform, sampleCredentials(platform.secrets));
  const workspaceId = personalWorkspaceOf(accountId);
  const collector = { accountId, workspaceId };
  for (const { url, answer } of sampleCompanies()) await parseCompany(platform, workspaceId, { url, companyResponse: answer });
  const people = new Map(samplePeople().map(({ url, answer }) => [url, answer]));
  const listed = (await createJobLists(platform)(collector)).user_jobs;
  const rows =
    listed.length > 0
      ? listed
      : (
          await saveEntries(
            platform,
            collector,
            [...people.keys()].map((url) => ({ id: randomUUID(), url })),
          )
        ).users;
  // A start that was killed in between left rows without a profile.
  for (const { id, url, collected } of rows) {
    const answer = people.get(url);
    if (collected || answer === undefined) continue;
    const { profile_id, user_id, profile_url } = await parseProfile(platform, collector, { url, p1: answer });
    await saveEntries(platform, collector, [{ id, url, collected: true, status: 'ok', profile_id, user_id, profile_url }]);
  }
  await applySampleTracking(platform, workspaceId);
}

/** A network is never asked for sample names: where its credentials are set, none of its names is tracked. */
async function applySampleTracking(platform: Platform, workspaceId: WorkspaceId): Promise<void> {
  const { reddit, tiktok, trackedUserLimit } = platform.config.sources;
  const tracking = createTracking(platform, createTableValues(platform.database));
  const creators = sampleCreators(START_SIZE.rows).slice(0, Math.min(TRACKED_CREATORS, trackedUserLimit));
  if (tiktok !== null) for (const name of creators) await tracking.untrackUser(workspaceId, name);
  else if ((await tracking.listUsers(workspaceId)).length === 0) await tracking.trackUsers(workspaceId, creators);
  const names = subreddits.slice(0, TRACKED_SUBREDDITS);
  if (reddit !== null) for (const name of names) await tracking.untrackSubreddit(workspaceId, name);
  else if ((await tracking.listSubreddits(workspaceId)).length === 0) await tracking.trackSubreddits(workspaceId, names);
}

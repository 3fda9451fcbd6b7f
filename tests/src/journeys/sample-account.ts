/**
 * The account that a new installation has, with sample data. Journeys that share a server share it as well, one after another:
 * each leaves its preferences as they were, and names what it made there.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import type { Journey } from '../testing/journey.fixture.ts';
import { enterFirst } from './account-shortcuts.ts';

export async function credentialsOfSample({ leadloom }: Journey) {
  return sampleCredentials([await readFile(join(leadloom.dataDir, 'secret'))]);
}

/** Signs in to the sample account, in a wide window; the caller goes on to a screen. */
export async function signInToSample(journey: Journey): Promise<void> {
  await journey.page.setViewportSize({ width: 1440, height: 900 });
  await enterFirst(journey.page, await credentialsOfSample(journey));
}

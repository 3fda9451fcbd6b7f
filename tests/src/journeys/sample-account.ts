/** The account that a new installation has, with sample data. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import type { Journey } from '../testing/journey.fixture.ts';
import { signIn } from './account-steps.ts';

/** @throws where the server is shared: what one journey does with the account, the next would find */
export async function credentialsOfSample({ leadloom }: Journey) {
  if (leadloom.isShared) throw new Error('the sample account is of journeys whose server is their own');
  return sampleCredentials([await readFile(join(leadloom.dataDir, 'secret'))]);
}

/** Signs in to the sample account, in a wide window. */
export async function signInToSample(journey: Journey): Promise<void> {
  await journey.page.setViewportSize({ width: 1440, height: 900 });
  await signIn(journey.page, await credentialsOfSample(journey));
}

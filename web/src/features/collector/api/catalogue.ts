/** The endpoint catalogue as the server last delivered it: its lists for the page, its signed text for the extension. */
import { getCatalogue } from '@leadloom/shared/contract/linkedin';
import type { Catalogue, SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import { readSignedCatalogue } from '@leadloom/shared/linkedin/read-signed-catalogue';
import { call } from '../../../lib/api-client/call.ts';

let latest: SignedCatalogue | null = null;
let latestVersion: number | null = null;

/** Loads the catalogue from the server each time, because an operator may change it between two jobs. */
export async function loadCatalogue(): Promise<Catalogue> {
  const signed = await call(getCatalogue, {});
  const catalogue = readSignedCatalogue(signed);
  latest = signed;
  latestVersion = catalogue.version;
  return catalogue;
}

/** null before the first load of this page. */
export function latestSignedCatalogue(): SignedCatalogue | null {
  return latest;
}

/** null before the first load of this page. */
export function latestCatalogueVersion(): number | null {
  return latestVersion;
}

/** Lets tests begin as after a reload. */
export function forgetCatalogue(): void {
  latest = null;
  latestVersion = null;
}

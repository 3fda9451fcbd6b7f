/** Catalogues as a server would sign them, with a key of its own. */
import type { SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';

const hash = '0123456789abcdef0123456789abcdef';
const decoration = (room: string, name: string) => `com.linkedin.voyager.dash.deco.${room}.${name}-1`;
const rest = (room: string, name: string) => [{ kind: 'rest', decorationId: decoration(room, name) }];
const graphql = (resource: string) => [{ kind: 'graphql', queryId: `${resource}.${hash}` }];

/** One that matches the schema. */
export const catalogue = {
  version: 3,
  profile: rest('identity.profile', 'FullProfile'),
  topCard: rest('identity.profile', 'TopCard'),
  contact: rest('identity.profile', 'ContactInfo'),
  components: graphql('voyagerIdentityDashProfileComponents'),
  componentsPage: graphql('voyagerIdentityDashProfileComponents'),
  cards: graphql('voyagerIdentityDashProfileCards'),
  connections: rest('web.mynetwork', 'ConnectionList'),
  search: graphql('voyagerSearchDashClusters'),
  company: rest('organization.web', 'WebFullCompany'),
  typeahead: graphql('voyagerSearchDashReusableTypeahead'),
} as const;

export interface Signer {
  sign(document: unknown): Promise<SignedCatalogue>;
}

export async function createSigner(): Promise<Signer> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const publicKey = base64url(await crypto.subtle.exportKey('raw', keys.publicKey));
  return {
    async sign(value) {
      const document = typeof value === 'string' ? value : JSON.stringify(value);
      const signature = await crypto.subtle.sign(algorithm, keys.privateKey, new TextEncoder().encode(document));
      return { document, signature: base64url(signature), publicKey };
    },
  };
}

function base64url(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

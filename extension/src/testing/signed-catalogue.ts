/** Catalogues as a server would sign them, with a key of its own. */
import type { SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import { type ExtensionProof, proofText } from '@leadloom/shared/linkedin/extension-proof';
import { base64urlOf } from '../background/signatures.ts';

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
  readonly publicKey: string;
  /** Answers a challenge, as the server does at that origin. */
  prove(origin: string, challenge: string): Promise<ExtensionProof>;
  sign(document: unknown): Promise<SignedCatalogue>;
}

export async function createSigner(): Promise<Signer> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const publicKey = base64urlOf(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
  const signText = async (text: string): Promise<string> =>
    base64urlOf(new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, new TextEncoder().encode(text))));
  return {
    publicKey,
    prove: async (origin, challenge) => ({ signature: await signText(proofText(origin, challenge)), publicKey }),
    async sign(value) {
      const document = typeof value === 'string' ? value : JSON.stringify(value);
      return { document, signature: await signText(document), publicKey };
    },
  };
}

/**
 * Signs the endpoint catalogue, so that an extension can distinguish the operator's catalogue from one of a compromised
 * page.
 */
import type { Catalogue, SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import type { SigningKey } from './signing-key.ts';

/** @returns a signer that signs each catalogue once and then returns the same result */
export function createCatalogueSigner(key: SigningKey): (catalogue: Catalogue) => SignedCatalogue {
  let last: { readonly catalogue: Catalogue; readonly signed: SignedCatalogue } | undefined;
  return (catalogue) => {
    if (last?.catalogue !== catalogue) last = { catalogue, signed: signDocument(key, JSON.stringify(catalogue)) };
    return last.signed;
  };
}

function signDocument(key: SigningKey, document: string): SignedCatalogue {
  return { document, signature: key.sign(document), publicKey: key.publicKey };
}

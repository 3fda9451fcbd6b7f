/**
 * Answers an extension's challenge, so that it knows which server is behind a page. Signs one fixed form of text and only
 * for origins of this server, so that a signature is useless at any other origin.
 */
import { type ExtensionProof, proofText } from '@leadloom/shared/linkedin/extension-proof';
import { AppError } from '../../../http/app-error.ts';
import { isLoopbackHost } from '../../../http/loopback.ts';
import type { SigningKey } from './signing-key.ts';

export interface Challenge {
  /** The origin of the page that was challenged. */
  readonly origin: string;
  readonly challenge: string;
}

/** The names under which people open a server on their own machine. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @param publicUrl the origin of the app
 * @returns the prover; it throws EXTENSION.OTHER_ADDRESS for an origin of another server
 */
export function createExtensionProver(
  key: SigningKey,
  publicUrl: string,
): (request: Challenge) => ExtensionProof & { readonly fingerprint: string } {
  const origins = ownOrigins(publicUrl);
  return ({ origin, challenge }) => {
    if (!origins.includes(origin)) throw new AppError('EXTENSION.OTHER_ADDRESS');
    return { signature: key.sign(proofText(origin, challenge)), publicKey: key.publicKey, fingerprint: key.fingerprint };
  };
}

function ownOrigins(publicUrl: string): readonly string[] {
  const { origin, protocol, host, port } = new URL(publicUrl);
  if (!isLoopbackHost(host)) return [origin];
  return [origin, ...LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin)];
}

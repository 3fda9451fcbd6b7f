/** A browser with passkeys, until the test is over. The library is real; what the browser would do is the test's. */
import { onTestFinished, vi } from 'vitest';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

const common = {
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
};

/** What the browser hands over when a passkey is created. */
export const createdPasskey = {
  ...common,
  response: {
    clientDataJSON: bytes('client data'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal'],
    getPublicKeyAlgorithm: () => -7,
    getPublicKey: () => bytes('public key'),
    getAuthenticatorData: () => bytes('data'),
  },
};

/** What the browser hands over when a passkey is shown. */
export const shownPasskey = {
  ...common,
  response: {
    clientDataJSON: bytes('client data'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('account'),
  },
};

export interface TestAuthenticator {
  readonly create: ReturnType<typeof vi.fn>;
  readonly get: ReturnType<typeof vi.fn>;
}

interface AuthenticatorOptions {
  /** Whether the browser offers passkeys in the list of a field. */
  readonly hasAutofill?: boolean;
}

export function giveAuthenticator({ hasAutofill = false }: AuthenticatorOptions = {}): TestAuthenticator {
  const authenticator = { create: vi.fn(async () => createdPasskey), get: vi.fn(async () => shownPasskey) };
  const known = () => undefined;
  vi.stubGlobal('PublicKeyCredential', Object.assign(known, { isConditionalMediationAvailable: async () => hasAutofill }));
  Object.defineProperty(navigator, 'credentials', { value: authenticator, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return authenticator;
}

/** What the browser throws when the person closes its dialog. */
export function closedByPerson(): DOMException {
  return new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
}

/** What the server writes into the page of passkeys, until the test is over. */
export function setPasskeySupport(content: string): void {
  const meta = document.createElement('meta');
  meta.name = 'passkeys';
  meta.content = content;
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}

export const requestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required' as const,
};

export const creationOptions = {
  rp: { id: 'localhost', name: 'Leadloom' },
  user: { id: 'YWNjb3VudA', name: 'ada@example.com', displayName: 'ada@example.com' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
};

/** Whether passkeys can be used here: the server's address must have a name, and this page must be at it. */

export type PasskeySupport =
  /** Passkeys work at the host with this name. */
  | { readonly state: 'on'; readonly host: string }
  | { readonly state: 'address is no name' }
  | { readonly state: 'address is not https' };

/** The support as the server wrote it into the document; the host of this page where it was not filled in. */
export function readPasskeySupport(from: Document): PasskeySupport {
  const content = from.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content ?? '';
  if (content === 'address is no name' || content === 'address is not https') return { state: content };
  return { state: 'on', host: /^on (\S+)$/.exec(content)?.[1] ?? window.location.hostname };
}

/** Why passkeys cannot be used in this browser at this address, in a sentence; null: they can. */
export function passkeyObstacle(support: PasskeySupport): string | null {
  if (support.state === 'address is no name')
    return 'Passkeys belong to a name, and this server is at an IP address. Ask its operator to give it a name, such as leads.example.com.';
  if (support.state === 'address is not https')
    return 'Browsers allow passkeys only on encrypted pages. Ask the operator of this server to serve it by https.';
  if (support.host !== window.location.hostname)
    return `Passkeys of this server work only at ${support.host}. Open Leadloom there.`;
  return typeof window.PublicKeyCredential === 'function' ? null : 'This browser has no passkeys.';
}

export function canUsePasskeys(): boolean {
  return passkeyObstacle(readPasskeySupport(document)) === null;
}

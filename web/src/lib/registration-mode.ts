/** Who may register, as the server wrote it into the document. */
export type RegistrationMode = 'open' | 'invite' | 'closed';

/** Open where it was not filled in; the server judges each registration anyway. */
export function readRegistrationMode(from: Document): RegistrationMode {
  const content = from.querySelector<HTMLMetaElement>('meta[name="registration"]')?.content;
  return content === 'invite' || content === 'closed' ? content : 'open';
}

/** The text shown before registration; null if there is nothing to say. */
export function registrationSentence(mode: RegistrationMode): string | null {
  if (mode === 'open') return null;
  return mode === 'invite' ? 'Registration is by invitation.' : 'Registration is closed on this server.';
}

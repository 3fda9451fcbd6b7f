/**
 * The invitation to a workspace that somebody opened without a session. Registering takes a mail and another visit, after which
 * the person is led back to it.
 */
const KEY = 'leadloom-join';
/** As long as an invitation can be accepted. */
const LASTS_MS = 7 * 24 * 60 * 60 * 1000;

export function rememberJoin(code: string): void {
  try {
    localStorage.setItem(KEY, `${Date.now()} ${code}`);
  } catch {
    // The link in the mail leads back as well.
  }
}

export function forgetJoin(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored then.
  }
}

/** The path of the invitation; null: none waits. */
export function pendingJoinPath(): string | null {
  try {
    const [at, code] = localStorage.getItem(KEY)?.split(' ') ?? [];
    return code === undefined || Date.now() - Number(at) > LASTS_MS ? null : `/join/${encodeURIComponent(code)}`;
  } catch {
    return null;
  }
}

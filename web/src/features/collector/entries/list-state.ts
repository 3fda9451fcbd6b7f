/** What is shown in place of the list while it is not loaded. */
import type { ExtensionStatus } from '../status/extension-status.ts';

interface ListQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

export function isListFailed({ data, error, isFetching }: ListQuery): boolean {
  return data === undefined && error !== null && !isFetching;
}

/** What the list is waiting for; null: only for the server. */
export function hindranceOf({ extension, cookies, isOffline }: ExtensionStatus): string | null {
  if (extension === 'no') return 'Your list is shown once the extension is installed.';
  if (isOffline && cookies !== 'yes') return 'Your list is shown once this browser is online again.';
  if (cookies === 'unchecked') return 'Your list is shown once your LinkedIn cookies could be checked.';
  if (cookies === 'no') return 'Your list is shown once you are signed in to LinkedIn in this browser.';
  return null;
}

/** null: the list is there. */
export function explainMissingList(list: ListQuery, status: ExtensionStatus): string | null {
  if (list.data !== undefined) return null;
  const hindrance = hindranceOf(status);
  if (hindrance !== null) return hindrance;
  return isListFailed(list) ? 'Your list could not be loaded. Try again under “Profiles”.' : 'Your list is still loading.';
}

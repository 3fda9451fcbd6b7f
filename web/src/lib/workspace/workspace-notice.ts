/** What is to be said once the page is loaded again in another workspace. */
const KEY = 'leadloom-workspace-notice';

export function keepWorkspaceNotice(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Without storage the workspace's name in the bar tells it.
  }
}

/** null: nothing. It is said once. */
export function takeWorkspaceNotice(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return null;
  }
}

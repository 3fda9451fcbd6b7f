/**
 * Whose values the collector keeps in this browser. The note is read where loading the collector's storage would only delay:
 * most accounts collect nothing.
 */
const KEY = 'leadloom-collector-account';

export function noteStoredAnswers(accountKey: string): void {
  try {
    localStorage.setItem(KEY, accountKey);
  } catch {
    // Storage that is forbidden or full keeps no answers either.
  }
}

/** @returns the key of the account; null: none */
export function storedAnswersOwner(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function dropStoredNote(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was noted then.
  }
}

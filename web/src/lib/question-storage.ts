/**
 * The text in which this browser keeps the last questions of the account about tables. They are gone when it signs out. Without
 * storage they last as long as the page.
 */
const KEY = 'leadloom-last-questions';
/** Where storage is full or forbidden. */
let memory: string | null = null;

export function readQuestionText(): string {
  try {
    return memory ?? localStorage.getItem(KEY) ?? '';
  } catch {
    return memory ?? '';
  }
}

export function writeQuestionText(text: string): void {
  try {
    localStorage.setItem(KEY, text);
    memory = null;
  } catch {
    memory = text;
  }
}

export function forgetQuestions(): void {
  memory = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

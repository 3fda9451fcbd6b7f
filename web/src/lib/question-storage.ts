/**
 * The text in which this browser keeps the last questions of the account about tables, of each shared workspace apart. They are
 * gone when it signs out. Without storage they last as long as the page.
 */
import { tabWorkspace } from './workspace/tab-workspace.ts';

const KEY = 'leadloom-last-questions';
/** Where storage is full or forbidden. */
let memory: string | null = null;

export function readQuestionText(): string {
  try {
    return memory ?? localStorage.getItem(storageKey()) ?? '';
  } catch {
    return memory ?? '';
  }
}

export function writeQuestionText(text: string): void {
  try {
    localStorage.setItem(storageKey(), text);
    memory = null;
  } catch {
    memory = text;
  }
}

export function forgetQuestions(): void {
  memory = null;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}

function storageKey(): string {
  const workspace = tabWorkspace();
  return workspace === null ? KEY : `${KEY}-${workspace.id}`;
}

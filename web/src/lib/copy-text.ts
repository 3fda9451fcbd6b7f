/** Copies a text to the clipboard. Answers whether that worked: insecure pages have no clipboard, and people may refuse it. */
import { reportQuietFailure } from './quiet-failure.ts';

/** @param shownIn where the text can be read; it is selected there when it cannot be copied */
export async function copyText(text: string, shownIn: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (shownIn !== null) getSelection()?.selectAllChildren(shownIn);
    reportQuietFailure(
      'Copying to the clipboard failed.',
      'The browser did not allow copying. The text is selected, so that you can copy it yourself.',
      error,
    );
    return false;
  }
}

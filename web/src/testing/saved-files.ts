/** Catches what the app hands to the browser's downloads. */
import { vi } from 'vitest';

interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

export function catchSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  let latest = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) latest = content;
    return 'blob:caught';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: latest });
  });
  return saved;
}

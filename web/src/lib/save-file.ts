/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the content over once the click is handled.
  window.setTimeout(() => URL.revokeObjectURL(url), 0);
}

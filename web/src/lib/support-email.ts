/** The operator's address, as the server wrote it into the document; null where it was not filled in. */
export function readSupportEmail(from: Document): string | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? '';
  return content.includes('@') ? content : null;
}

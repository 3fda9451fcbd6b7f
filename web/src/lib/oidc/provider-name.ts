/** What people call the OpenID Connect provider of this server, as the server wrote it into the document; null: there is none. */
export function readProviderName(from: Document): string | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="oidc-name"]')?.content.trim() ?? '';
  // Vite's own server does not fill it in.
  return content === '' || content.startsWith('__') ? null : content;
}

/** What the server writes into the page of its OpenID Connect provider, until the test is over. */
import { onTestFinished } from 'vitest';

export function setProviderName(name: string): void {
  const meta = document.createElement('meta');
  meta.name = 'oidc-name';
  meta.content = name;
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}

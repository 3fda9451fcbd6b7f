/** What the server writes into the page of who may register, until the test is over. */
import { onTestFinished } from 'vitest';
import type { RegistrationMode } from '../lib/registration-mode.ts';

export function setRegistrationMode(mode: RegistrationMode): void {
  const meta = document.createElement('meta');
  meta.name = 'registration';
  meta.content = mode;
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}

import type { BrowserContext } from '@playwright/test';
import type { LeadloomProcess } from './leadloom-process.ts';

/** Gives a browser what opening the printed address gives it. The cookie is of the name, whatever the port. */
export async function openOutbox({ request }: BrowserContext, { port, outboxPath }: LeadloomProcess): Promise<void> {
  const answer = await request.get(`http://localhost:${port}${outboxPath}`);
  if (!answer.ok()) throw new Error(`the outbox answered ${answer.status()}`);
}

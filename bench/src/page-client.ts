/**
 * The smallest page client, run inside the page: one listener, no validation. What the app's own client
 * adds is the app's, and measured with the app.
 */
export interface PageReply {
  readonly ok: boolean;
  readonly error?: { readonly code: string };
}

declare global {
  interface Window {
    ask(name: string, payload: object): Promise<PageReply>;
  }
}

/** The function is serialised into the page; it refers to nothing outside itself. */
export function installPageClient(): void {
  const waiting = new Map<string, (reply: PageReply) => void>();
  window.addEventListener('message', (event) => {
    if (event.source !== window || event.data?.kind !== 'reply') return;
    waiting.get(event.data.id)?.(event.data.reply);
    waiting.delete(event.data.id);
  });
  window.ask = (name, payload) =>
    new Promise((resolve) => {
      const id = crypto.randomUUID();
      waiting.set(id, resolve);
      window.postMessage({ channel: 'leadloom', kind: 'request', id, name, payload }, window.location.origin);
    });
}

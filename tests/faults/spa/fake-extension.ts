/** Replaces the extension in these cases: answers the page's messages at once. Runs in the page. */
export function installFakeExtension(): void {
  const untouched = { used: 0, limit: 100, continuesAt: null };
  const allowance = {
    ...{ profiles: untouched, searchPages: untouched, lookups: untouched, requests: untouched },
    ...{ warmUpDay: null, pause: null, catalogue: null },
  };
  const answers = new Map<unknown, (payload: Readonly<Record<string, unknown>>) => unknown>([
    ['checkExtension', () => ({ installed: true, version: '0.2.0', allowance })],
    ['checkCookies', () => ({ available: true })],
    ['fetchData', ({ requestId }) => ({ requestId, body: '{}' })],
  ]);
  window.addEventListener('message', ({ data }) => {
    if (data?.kind !== 'request') return;
    const reply = { ok: true, data: answers.get(data.name)?.(data.payload) };
    window.postMessage({ channel: data.channel, kind: 'reply', id: data.id, reply }, window.location.origin);
  });
}

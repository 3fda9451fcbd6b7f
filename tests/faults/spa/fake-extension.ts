/** In place of the extension, which is not what these cases are about: answers the page's messages at once. Runs in the page. */
export function installFakeExtension(): void {
  const answers = new Map<unknown, (payload: Readonly<Record<string, unknown>>) => unknown>([
    ['checkExtension', () => ({ installed: true, version: '0.1.0' })],
    ['checkCookies', () => ({ available: true })],
    ['fetchData', ({ requestId }) => ({ requestId, body: '{}' })],
  ]);
  window.addEventListener('message', ({ data }) => {
    if (data?.kind !== 'request') return;
    const reply = { ok: true, data: answers.get(data.name)?.(data.payload) };
    window.postMessage({ channel: data.channel, kind: 'reply', id: data.id, reply }, window.location.origin);
  });
}

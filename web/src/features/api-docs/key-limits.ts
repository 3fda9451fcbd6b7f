/** The rate limits of keys, as the server wrote them into the document; null if it wrote none. */
export interface KeyLimits {
  readonly keyPerSecond: number;
  readonly keyPerMinute: number;
  readonly accountPerMinute: number;
}

export function readKeyLimits(from: Document): KeyLimits | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="key-limits"]')?.content ?? '';
  const [, second, minute, account] = /^(\d+) (\d+) (\d+)$/.exec(content) ?? [];
  if (second === undefined || minute === undefined || account === undefined) return null;
  return { keyPerSecond: Number(second), keyPerMinute: Number(minute), accountPerMinute: Number(account) };
}

/** The address of the form for a new alert with the watched thing filled in, such as `/alerts?watch=list:12`. */
import type { Watch } from '@leadloom/shared/contract/alerts';
import { paths } from '../paths.ts';

export const WATCH_PARAMETER = 'watch';

type LinkedWatch = Exclude<Watch, { kind: 'source' }>;

export function newAlertPath(watch: LinkedWatch): string {
  const text = 'id' in watch ? `${watch.kind}:${watch.id}` : watch.kind;
  return `${paths.alerts}?${new URLSearchParams({ [WATCH_PARAMETER]: text })}`;
}

/** An address can be edited by hand: null for what names nothing that can be watched. */
export function readWatch(parameters: URLSearchParams): LinkedWatch | null {
  const [, kind, id] = /^(view|list|people|trends)(?::([\w-]{1,40}))?$/.exec(parameters.get(WATCH_PARAMETER) ?? '') ?? [];
  if (kind === 'people' || kind === 'trends') return { kind };
  if (kind === 'view' && id !== undefined) return { kind, id };
  return kind === 'list' && id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? { kind, id: Number(id) } : null;
}

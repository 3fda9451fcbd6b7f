import { listOpenSources } from '@leadloom/shared/contract/open-sources';
import { call } from '../../../lib/api-client/call.ts';
import { useConsolePage } from '../console-list.tsx';

/** The second part of its query key, for `useConsoleAction`. */
export const OPEN_SOURCES = 'open-sources';

const WHILE_RUNNING_MS = 2_000;

/** Is read again every two seconds while a source runs. */
export function useOpenSources() {
  return useConsolePage([OPEN_SOURCES], (options) => call(listOpenSources, {}, options), {
    refetchInterval: (known) => (known?.data.some(({ state }) => state === 'running') === true ? WHILE_RUNNING_MS : false),
  });
}

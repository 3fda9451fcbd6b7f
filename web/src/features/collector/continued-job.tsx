/** Continues this account's download job on every screen but the collector's, and shows nothing. */
import { useCollector } from './use-collector.ts';

export function ContinuedJob() {
  useCollector();
  return null;
}

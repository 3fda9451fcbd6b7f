/** On every screen but the collector's: continues this account's download job, and shows nothing. */
import { useCollector } from './use-collector.ts';

export function ContinuedJob() {
  useCollector();
  return null;
}

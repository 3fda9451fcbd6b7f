import type { User } from '@leadloom/shared/contract/accounts';
import { exportLine } from './export-text.ts';

/** "Export these results to CSV", and the rest of the month's limit. */
export function ExportLine({ usage }: { readonly usage: User['usage'] }) {
  return <div>{exportLine(usage)}</div>;
}

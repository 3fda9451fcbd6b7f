/** Which rows an export contains, and for whom. */
import type { Exporter } from './export-charge.ts';
import type { ExportChoice } from './export-sql.ts';

export interface ExportRequest extends Exporter {
  readonly choice: ExportChoice;
  /**
   * Aborted when the client disconnects. It is only checked until the file begins; after that, destroying the file's stream
   * ends it.
   */
  readonly signal?: AbortSignal;
}

/** Which rows an export contains, and for whom. */
import type { Exporter } from './export-charge.ts';
import type { ExportChoice } from './export-sql.ts';

export interface ExportRequest extends Exporter {
  readonly choice: ExportChoice;
  /**
   * Aborted when the client disconnects. Only checked until the file begins; after that, destroying its stream
   * ends it.
   */
  readonly signal?: AbortSignal;
}

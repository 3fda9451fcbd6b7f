/** Which rows an export holds, and whose it is. */
import type { Exporter } from './export-charge.ts';
import type { ExportChoice } from './export-sql.ts';

export interface ExportRequest extends Exporter {
  readonly choice: ExportChoice;
  /** The caller went away. Looked at until the file begins; after that, destroying its stream ends it. */
  readonly signal?: AbortSignal;
}

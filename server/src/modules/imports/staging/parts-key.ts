/** The key of the parts that are kept of a file: equal only if its records would be prepared in the same way. */
import { createHash } from 'node:crypto';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import manifest from '../../../../package.json' with { type: 'json' };
import { KEY_RULES } from '../rows/canonical-key.ts';

/**
 * @param file its hash, or a name under which it never changes
 * @param reading all that decides how the file is read
 */
export function partsKeyOf(file: string, definition: TableDefinition, reading: object): string {
  return createHash('sha256')
    .update(JSON.stringify([manifest.version, KEY_RULES, file, definition, reading]))
    .digest('hex');
}

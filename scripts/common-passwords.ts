/** Writes the filter of common passwords anew: `node scripts/common-passwords.ts`, after its list was updated. */
import { writeFileSync } from 'node:fs';
import { filterFile, makeFilter } from './lib/common-passwords.ts';

writeFileSync(filterFile, makeFilter());

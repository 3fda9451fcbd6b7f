/** Writes the server's list of places anew: `node scripts/locations.ts`, after its table `scripts/lib/locations.tsv` changed. */
import { writeFileSync } from 'node:fs';
import { listFile, makeList, readTableFile } from './lib/locations.ts';

writeFileSync(listFile, makeList(readTableFile()));

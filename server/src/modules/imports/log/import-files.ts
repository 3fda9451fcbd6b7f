/** The files that one import leaves, while it runs: each begins with the first row that belongs into it. */
import type { Database } from '../../../database/database.ts';
import type { Reject } from '../load-records.ts';
import { foldedHeader, foldedLines } from '../report/folded-file.ts';
import { createRejectsWriter, type RejectsWriter, type SourceFormat } from '../report/rejects-file.ts';
import type { FoldedRow } from '../staging/folded-rows.ts';
import { createStoredFile, type StoredFileWriter } from './stored-file.ts';

export interface ImportFiles {
  /** Called before the first row. */
  readonly open: (format: SourceFormat) => void;
  readonly addReject: (reject: Reject) => void;
  readonly addFolded: (rows: readonly FoldedRow[], fields: readonly string[]) => void;
  /** Resolves once what was added is stored, so that nothing piles up. */
  readonly settle: () => Promise<void>;
  readonly end: () => Promise<void>;
}

export function createImportFiles(database: Database, importId: string, name: string): ImportFiles {
  let writer: RejectsWriter | null = null;
  let rejects: StoredFileWriter | null = null;
  let folded: StoredFileWriter | null = null;
  const files = () => [rejects, folded].filter((file) => file !== null);
  return {
    open: (format) => {
      writer = createRejectsWriter(format);
    },
    addReject: (reject) => {
      if (writer === null) return;
      if (rejects === null) {
        rejects = createStoredFile(database, { importId, kind: 'rejects', fileName: `${name}.rejects.${writer.kind}` });
        rejects.write(writer.begin());
      }
      rejects.write(writer.write(reject));
    },
    addFolded: (rows, fields) => {
      if (folded === null) {
        folded = createStoredFile(database, { importId, kind: 'folded', fileName: `${name}.folded.csv` });
        folded.write(Buffer.from(foldedHeader(fields)));
      }
      folded.write(Buffer.from(foldedLines(rows)));
    },
    settle: async () => {
      for (const file of files()) await file.settle();
    },
    end: async () => {
      for (const file of files()) await file.end();
    },
  };
}

/** What stories of imports share: a server with one uploaded file, which remembers the imports that were started. */
import { me } from '@leadloom/shared/contract/accounts';
import {
  type ImportPreview,
  listImportTemplates,
  listImportUploads,
  previewImport,
  startImport,
} from '@leadloom/shared/contract/import-uploads';
import { getImport, type ImportDetails, listImports } from '@leadloom/shared/contract/imports';
import { configure } from '@testing-library/react';
import type { ImportStep } from '../../../../lib/paths.ts';
import { importFilePath } from '../../../../lib/paths.ts';
import { answer } from '../../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../../testing/render-app.tsx';
import { apiServer } from '../../../../testing/server.ts';
import { aUser } from '../../../../testing/user.ts';

export const UPLOAD = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';
export const CHECK = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f12';
export const IMPORT = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f13';

/** Loads the screens before the first story of a file: they take long to arrive on a busy machine. */
export async function loadImportScreens(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await Promise.all([import('../import-screen.tsx'), import('../import-file-screen.tsx'), import('../import-result-screen.tsx')]);
}

/** Signs an operator in, whose server has one uploaded file. @returns the orders of imports that it takes */
export function serveImports(): unknown[] {
  const orders: unknown[] = [];
  signInForTest();
  sessionStorage.clear();
  apiServer.use(
    answer(me, () => aUser({ is_operator: true })),
    answer(listImports, () => ({ data: [], total: 0 })),
    answer(listImportUploads, () => ({ data: [], total: 0 })),
    answer(listImportTemplates, () => ({ data: [], total: 0 })),
    answer(previewImport, () => aPreview()),
    answer(startImport, ({ body }) => {
      orders.push(body);
      return { id: body.dry_run === true ? CHECK : IMPORT };
    }),
    answer(getImport, ({ params }) => (params.import_id === CHECK ? aCheck() : anImport())),
  );
  return orders;
}

export function openStep(step: ImportStep): ReturnType<typeof renderApp> {
  return renderApp(importFilePath(UPLOAD, step));
}

export const aPreview = (changes: Partial<ImportPreview> = {}): ImportPreview => ({
  name: 'firms.csv',
  table: 'companies',
  fits: [
    { table: 'companies', fit: 0.9 },
    { table: 'people', fit: 0.2 },
  ],
  format: 'csv',
  encoding: 'windows-1252',
  separator: ';',
  has_header: true,
  columns: [
    { header: 'Firm', column: 'name', samples: ['Acme', 'Bolt'], filled: 30, readable: 30 },
    { header: 'Turnover', column: 'revenue', samples: ['1', 'soon'], filled: 20, readable: 15 },
    { header: 'Where', column: null, samples: ['Oslo'], filled: 5, readable: null },
  ],
  rows: [['Acme', '1', 'Oslo']],
  rows_read: 30,
  is_whole: true,
  missing: [],
  notices: [],
  ...changes,
});

export const anImport = (changes: Partial<ImportDetails> = {}): ImportDetails => ({
  id: IMPORT,
  table: 'companies',
  file: 'firms.csv',
  by: 'ada@example.com',
  source: null,
  state: 'done',
  is_dry_run: false,
  started_at: '2098-01-10T12:00:00.000Z',
  finished_at: '2098-01-10T12:00:05.000Z',
  rows_read: 30,
  added: 20,
  changed: 4,
  refused: 3,
  problem: null,
  undo_refusal: null,
  problems: [],
  difference: null,
  report: {
    table: 'companies',
    is_dry_run: false,
    rows_read: 30,
    added: 20,
    changed: 4,
    unchanged: 2,
    duplicates: 1,
    folded: [{ key: 'acme.example', line: 2, kept_line: 9 }],
    rejected: 3,
    changed_columns: {},
    mapping: {},
    rejects: [],
    left_blank: [],
    held_back: 0,
    notices: [],
  },
  files: ['rejects', 'folded'],
  undone: null,
  ...changes,
});

const aCheck = () =>
  anImport({
    id: CHECK,
    is_dry_run: true,
    problems: [
      { kind: 'blank', column: 'revenue', value: 'soon', reason: null, rows: 5, lines: [3, 1_204] },
      { kind: 'refused', column: 'name', value: '', reason: 'is missing', rows: 3 },
    ],
    difference: {
      cleared: [{ column: 'city', cells: 2 }],
      changed: [{ id: 7, cells: [{ field: 'city', from: 'Oslo', to: null }] }],
      added: [{ line: 2, cells: [{ field: 'name', value: 'Acme' }] }],
    },
  });

/**
 * What an operator has chosen for an uploaded file so far. It is kept in the tab, so that a reload and a step back lose
 * nothing; the file itself is kept by the server.
 */
import { type ImportOptions, type ImportPreview, importOptionsSchema } from '@leadloom/shared/contract/import-uploads';
import { type ImportProblem, importFindingsSchema } from '@leadloom/shared/contract/imports';
import { tableNames } from '@leadloom/shared/tables/table-names';
import * as z from 'zod/mini';
import { parseJson } from '../../../lib/api-client/api-error.ts';

const problemSchema = importFindingsSchema.shape.problems.def.element;
const choiceSchema = z.object({
  /** The problem as the first check found it. */
  problem: problemSchema,
  action: z.enum(['refuse', 'replace']),
  replacement: z.string(),
});
export type DraftChoice = z.infer<typeof choiceSchema>;

const draftSchema = z.object({
  /** null: the one that fits best. */
  table: z.nullable(z.enum(tableNames)),
  options: z.omit(importOptionsSchema, { choices: true }),
  choices: z.array(choiceSchema),
  /** The last dry run, and what it was of. null: there was none. */
  check: z.nullable(z.object({ id: z.string(), reading: z.string(), choices: z.array(choiceSchema) })),
});
export type ImportDraft = z.infer<typeof draftSchema>;
export type DraftOptions = ImportDraft['options'];

export const emptyDraft: ImportDraft = { table: null, options: {}, choices: [], check: null };

export function readDraft(uploadId: string): ImportDraft {
  try {
    return draftSchema.safeParse(parseJson(sessionStorage.getItem(keyOf(uploadId)) ?? '')).data ?? emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(uploadId: string, draft: ImportDraft): void {
  try {
    sessionStorage.setItem(keyOf(uploadId), JSON.stringify(draft));
  } catch {
    // Storage that is full or forbidden: the choices hold until a reload.
  }
}

function keyOf(uploadId: string): string {
  return `leadloom-import-${uploadId}`;
}

/** With what the preview guessed, as far as an import needs to be told. */
export function settledDraft(draft: ImportDraft, { table, entries = [], entry }: ImportPreview): ImportDraft {
  const part = entries.length > 1 && typeof entry === 'string' ? { entry } : {};
  return { ...draft, table: draft.table ?? table, options: { ...draft.options, ...part } };
}

/** Where the headers are others, what was chosen for the old ones does not hold. */
export function withForm(draft: ImportDraft, change: Partial<DraftOptions>): ImportDraft {
  const { mapping: _, ...options } = draft.options;
  return { ...draft, options: { ...options, ...change } };
}

/** @param name empty: the table is guessed */
export function withTable({ options: { mapping: _, ...options } }: ImportDraft, name: string): ImportDraft {
  return { table: tableNames.find((known) => known === name) ?? null, options, choices: [], check: null };
}

/** The two tables that a file fits about as well; empty: it clearly fits one better than the others, or none. */
export function rivalTables({ fits, is_fit_clear: isClear }: ImportPreview): ImportPreview['fits'] {
  const fitting = fits.filter(({ fit }) => fit > 0).slice(0, 2);
  return isClear === false && fitting.length === 2 ? fitting : [];
}

/** Whether a person must choose the table, because the guess is not clear. */
export function needsTable({ table }: ImportDraft, preview: ImportPreview): boolean {
  const fitsNone = preview.fits.every(({ fit }) => fit === 0);
  return table === null && preview.is_fit_clear === false && (fitsNone || rivalTables(preview).length > 0);
}

/** What a check is of, apart from the choices: another reading finds other problems. */
export function readingOf({ table, options }: Pick<ImportDraft, 'table' | 'options'>): string {
  // What was chosen and taken back is as if it had never been chosen.
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined);
  return JSON.stringify([table, chosen.sort(([one], [other]) => one.localeCompare(other))]);
}

/** The options as the server takes them. */
export function optionsOf({ options, choices }: ImportDraft): ImportOptions {
  const sent = choices.flatMap(({ problem: { column, value }, action, replacement }) =>
    column === null || value === null
      ? []
      : [{ column, value, action, ...(action === 'replace' ? { replacement } : {}) } as const],
  );
  return sent.length === 0 ? options : { ...options, choices: sent };
}

/** Whether both are the same value of the same column. */
export function isSameGroup(one: ImportProblem, other: ImportProblem): boolean {
  return one.column !== null && one.value !== null && one.column === other.column && one.value === other.value;
}

/** The groups of the last check, and those that a choice has made go away. */
export function groupsOf(problems: readonly ImportProblem[], choices: readonly DraftChoice[]): readonly ImportProblem[] {
  const shown = problems.map((problem) => choices.find((choice) => isSameGroup(choice.problem, problem))?.problem ?? problem);
  const settled = choices.map(({ problem }) => problem).filter((problem) => !shown.includes(problem));
  return [...new Set([...shown, ...settled])].sort((one, other) => other.rows - one.rows);
}

/** Rows of the group that are refused under a choice. */
function refusedRows({ kind, rows }: ImportProblem, choice: DraftChoice | undefined): number {
  if (choice !== undefined) return choice.action === 'refuse' ? rows : 0;
  return kind === 'refused' ? rows : 0;
}

/** How many rows the choices made since the check refuse more, or fewer. */
export function refusedChange(
  groups: readonly ImportProblem[],
  now: readonly DraftChoice[],
  checked: readonly DraftChoice[],
): number {
  const under = (choices: readonly DraftChoice[], group: ImportProblem) =>
    refusedRows(
      group,
      choices.find((choice) => isSameGroup(choice.problem, group)),
    );
  return groups.reduce((sum, group) => sum + under(now, group) - under(checked, group), 0);
}

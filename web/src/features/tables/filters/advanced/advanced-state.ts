/**
 * The editor's groups and its text, which say the same: a change of the groups writes the text, and a text that can be read
 * is drawn as groups. A text that cannot be read leaves the groups, and the question in force, as they were. Pure.
 */
import { parseWhere } from '@leadloom/shared/tables/conditions/parse-where';
import type { WhereExpression } from '@leadloom/shared/tables/conditions/where-expression';
import { WhereError } from '@leadloom/shared/tables/conditions/where-tokens';
import { writeWhere } from '@leadloom/shared/tables/conditions/write-where';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { expressionOfTree, type GroupNode, newGroup, readTree } from './editor-tree.ts';

export interface AdvancedState {
  /** The expression in force, in its normal form; empty: none. */
  readonly value: string;
  readonly tree: GroupNode;
  readonly text: string;
  /** Why the text cannot be in force; null: it is. */
  readonly problem: WhereError | null;
  /** The text was typed. One that cannot be read is then lost if the groups are changed. */
  readonly isTyped: boolean;
}

export function readState(definition: TableDefinition, value: string): AdvancedState {
  const { expression, problem } = readText(definition, value);
  return { value, tree: problem === null ? readTree(expression) : newGroup([]), text: value, problem, isTyped: true };
}

export function withTree(definition: TableDefinition, { value }: AdvancedState, tree: GroupNode): AdvancedState {
  const expression = expressionOfTree(tree, definition);
  const text = expression === null ? '' : writeWhere(expression);
  // It may have become too long.
  const { problem } = readText(definition, text);
  return { value: problem === null ? text : value, tree, text, problem, isTyped: false };
}

export function withText(definition: TableDefinition, state: AdvancedState, text: string): AdvancedState {
  const read = readText(definition, text);
  if (read.problem !== null) return { ...state, text, problem: read.problem, isTyped: true };
  const isSame = read.text === state.value && state.tree.parts.length > 0;
  return { value: read.text, tree: isSame ? state.tree : readTree(read.expression), text, problem: null, isTyped: true };
}

/** The state with its text in the normal form, or as the groups say it where it cannot be read. */
export function withTidyText(definition: TableDefinition, state: AdvancedState): AdvancedState {
  if (state.problem === null) return { ...state, text: state.value };
  return withTree(definition, state, state.tree);
}

type ReadText =
  | { readonly expression: WhereExpression | null; readonly text: string; readonly problem: null }
  | { readonly expression: null; readonly text: null; readonly problem: WhereError };

/** A blank text is no question. */
function readText(definition: TableDefinition, text: string): ReadText {
  if (text.trim() === '') return { expression: null, text: '', problem: null };
  try {
    return { ...parseWhere(text, definition), problem: null };
  } catch (error) {
    if (error instanceof WhereError) return { expression: null, text: null, problem: error };
    throw error;
  }
}

/**
 * A part of the expression that was typed as text.
 * @param link whose rows it is about; null: those of the table
 */
export function readPart(
  definition: TableDefinition,
  link: string | null,
  text: string,
): Pick<ReadText, 'expression' | 'problem'> {
  if (link === null || text.trim() === '') return readText(definition, text);
  const before = `${link}(`;
  const { expression, problem } = readText(definition, `${before}${text})`);
  if (expression?.kind === 'linked') return { expression: expression.of, problem: null };
  const fail = (position: number, expected: string) => {
    const index = Array.from(text).slice(0, position).join('').length;
    return { expression: null, problem: new WhereError(text, index, expected) };
  };
  if (problem === null) return fail(text.length, 'expected "and" or "or"');
  return fail(problem.position - 1 - before.length, problem.detail.replace(/ at \d+$/, ''));
}

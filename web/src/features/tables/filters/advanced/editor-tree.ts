/**
 * An expression `where` as the groups of the editor, and back. Reading and writing an expression gives the same one. What
 * the groups cannot show, such as a fourth level, is a line of text among them. Pure.
 */
import { expressionGroup, type WhereExpression } from '@leadloom/shared/tables/conditions/where-expression';
import { writeWhere } from '@leadloom/shared/tables/conditions/write-where';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import { type Condition, columnIn, conditionOf, termOf } from './condition-terms.ts';

export type EditorNode = ConditionNode | TextNode | GroupNode;

/** The ids tell nodes of one editor apart; they are in no expression. */
export interface ConditionNode extends Condition {
  readonly kind: 'condition';
  readonly id: number;
}

export interface TextNode {
  readonly kind: 'text';
  readonly id: number;
  /** As it was typed. */
  readonly text: string;
  /** The last that could be read; null: an empty text. */
  readonly expression: WhereExpression | null;
}

/** How the parts of a group hold: `none` is "not any", and `not-all` "not all". */
export type Join = 'all' | 'any' | 'none' | 'not-all';

export interface GroupNode {
  readonly kind: 'group';
  readonly id: number;
  /** The link whose rows the parts are about; null: the rows themselves. */
  readonly link: string | null;
  /** No row of the link passes. */
  readonly isNegated: boolean;
  readonly join: Join;
  readonly parts: readonly EditorNode[];
}

/** The outermost group counts. */
export const GROUP_LEVELS = 3;

let lastId = 0;
function nextId(): number {
  lastId++;
  return lastId;
}

export function emptyCondition(): ConditionNode {
  return { kind: 'condition', id: nextId(), subject: null, operator: 'is', values: [], isListed: false };
}

export function newGroup(
  parts: readonly EditorNode[],
  { join = 'all', link = null, isNegated = false }: Partial<GroupNode> = {},
): GroupNode {
  return { kind: 'group', id: nextId(), link, isNegated, join, parts };
}

/** @param expression null: a question about all rows, which is one empty condition */
export function readTree(expression: WhereExpression | null): GroupNode {
  if (expression === null) return newGroup([emptyCondition()]);
  return groupOf(expression, 1, null, false);
}

function groupOf(expression: WhereExpression, level: number, link: string | null, isNegated: boolean): GroupNode {
  const { join, parts } = joined(expression);
  return newGroup(
    parts.map((part) => nodeOf(part, level + 1)),
    { join, link, isNegated },
  );
}

/** @param level that of a group in this place */
function nodeOf(expression: WhereExpression, level: number): EditorNode {
  const condition = conditionOf(expression);
  if (condition !== null) return { kind: 'condition', id: nextId(), ...condition };
  if (level <= GROUP_LEVELS) {
    const linked = linkedIn(expression);
    if (linked !== null) return groupOf(linked.of, level, linked.link, expression.kind === 'not');
    if (isGroup(expression)) return groupOf(expression, level, null, false);
  }
  return { kind: 'text', id: nextId(), text: writeWhere(expression), expression };
}

function isGroup({ kind }: WhereExpression): boolean {
  return kind === 'all' || kind === 'any' || kind === 'not';
}

function linkedIn(expression: WhereExpression) {
  const inner = expression.kind === 'not' ? expression.of : expression;
  return inner.kind === 'linked' ? inner : null;
}

function joined(expression: WhereExpression): { readonly join: Join; readonly parts: readonly WhereExpression[] } {
  if (expression.kind === 'all' || expression.kind === 'any') return { join: expression.kind, parts: expression.of };
  if (expression.kind !== 'not' || conditionOf(expression) !== null || linkedIn(expression) !== null) {
    return { join: 'all', parts: [expression] };
  }
  const { of } = expression;
  if (of.kind === 'any') return { join: 'none', parts: of.of };
  return of.kind === 'all' ? { join: 'not-all', parts: of.of } : { join: 'none', parts: [of] };
}

/** null: nothing in it is complete. */
export function expressionOfTree(node: EditorNode, definition: TableDefinition): WhereExpression | null {
  switch (node.kind) {
    case 'condition':
      return termOf(node, columnIn(definition, node.subject));
    case 'text':
      return node.expression;
    case 'group': {
      const { link, isNegated } = node;
      if (link === null) return partsOf(node, definition);
      const linked = linkedTable(definition, link);
      const of = linked === null ? null : partsOf(node, linked);
      // As long as nothing is asked of the linked rows, there is one, or none.
      if (of === null) return { kind: 'any-linked', link, isNegated: !isNegated };
      return isNegated ? { kind: 'not', of: { kind: 'linked', link, of } } : { kind: 'linked', link, of };
    }
  }
}

function partsOf({ join, parts }: GroupNode, definition: TableDefinition): WhereExpression | null {
  const complete = parts.flatMap((part) => expressionOfTree(part, definition) ?? []);
  if (complete.length === 0) return null;
  const of = expressionGroup(join === 'any' || join === 'none' ? 'any' : 'all', complete);
  return join === 'all' || join === 'any' ? of : { kind: 'not', of };
}

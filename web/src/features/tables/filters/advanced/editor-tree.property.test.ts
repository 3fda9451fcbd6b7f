import { parseWhere } from '@leadloom/shared/tables/conditions/parse-where';
import type { WhereExpression } from '@leadloom/shared/tables/conditions/where-expression';
import { writeWhere } from '@leadloom/shared/tables/conditions/write-where';
import { question } from '@leadloom/shared/testing/where-expressions.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPart, readState, withText, withTree } from './advanced-state.ts';
import { parentOf, withMoved, withoutNode } from './change-tree.ts';
import { type EditorNode, emptyCondition, expressionOfTree, GROUP_LEVELS, type GroupNode, readTree } from './editor-tree.ts';

/** The same questions each time, so that a failure can be repeated. */
const seed = 2911;

/** Questions as they are in force: read from their normal form. */
const read = question.map(({ definition, expression }) => ({
  definition,
  expression: parseWhere(writeWhere(expression), definition).expression,
}));

it('an expression that is drawn as groups is the same when it is written again', () => {
  fc.assert(
    fc.property(read, ({ definition, expression }) => {
      const tree = readTree(expression);
      expect(expressionOfTree(tree, definition)).toEqual(expression);
      const state = readState(definition, writeWhere(expression));
      expect(withTree(definition, state, state.tree)).toMatchObject({ value: state.value, text: state.value, problem: null });
    }),
    { seed, numRuns: 1500 },
  );
});

it('groups have at most three levels, and a line of text says what is in no row', () => {
  fc.assert(
    fc.property(read, ({ definition, expression }) => {
      const tree = readTree(expression);
      for (const { node, level, link } of nodesOf(tree)) {
        if (node.kind === 'group') expect(level).toBeLessThanOrEqual(GROUP_LEVELS);
        else if (node.kind === 'text') expect(readPart(definition, link, node.text).expression).toEqual(node.expression);
      }
    }),
    { seed, numRuns: 500 },
  );
});

it('an incomplete condition changes nothing of the others, wherever it is added', () => {
  fc.assert(
    fc.property(read, fc.nat(), ({ definition, expression }, at) => {
      const tree = readTree(expression);
      const groups = nodesOf(tree).flatMap(({ node }) => (node.kind === 'group' ? [node.id] : []));
      const id = groups[at % groups.length];
      const added = insertInto(tree, id ?? 0);
      expect(expressionOfTree(added, definition)).toEqual(expression);
    }),
    { seed, numRuns: 500 },
  );
});

it('a node that is moved or removed takes no other with it, and the rest can still be read', () => {
  fc.assert(
    fc.property(read, fc.nat(), fc.constantFrom(-1 as const, 1 as const), ({ definition, expression }, at, by) => {
      const tree = readTree(expression);
      const nodes = nodesOf(tree).slice(1);
      const { node = null } = nodes[at % nodes.length] ?? {};
      if (node === null) return;
      const moved = withMoved(tree, node.id, by);
      expect(leavesOf(moved)).toEqual(leavesOf(tree));
      expectReadable(moved);
      const removed = withoutNode(tree, node.id);
      expect(leavesOf(removed.tree)).toEqual(leavesOf(tree).filter((id) => !leavesOf(node).includes(id)));
      expect(removed.next === removed.tree.id || parentOf(removed.tree, removed.next) !== null).toBe(true);
      expectReadable(removed.tree);

      function expectReadable(changed: GroupNode): void {
        const written = expressionOfTree(changed, definition);
        if (written !== null) expect(parseWhere(writeWhere(written), definition).expression).toEqual(written);
      }
    }),
    { seed, numRuns: 1000 },
  );
});

it('a text that can be read is drawn as it would be from an address, and one that cannot leaves the groups', () => {
  const { definition, expression } = fc.sample(read, { seed, numRuns: 1 })[0] ?? expect.unreachable();
  const value: WhereExpression = { kind: 'not', of: expression };
  const text = writeWhere(value);
  const state = readState(definition, 'name is blank');
  const typed = withText(definition, state, `  ${text} `);
  expect(typed).toMatchObject({ value: text, text: `  ${text} `, problem: null });
  expect(expressionOfTree(typed.tree, definition)).toEqual(value);
  const broken = withText(definition, typed, `${text} and`);
  expect(broken).toMatchObject({ value: text, tree: typed.tree, text: `${text} and` });
  expect(broken.problem?.message).toBe(`where: expected a column at ${Array.from(text).length + 5}`);
});

interface Placed {
  readonly node: EditorNode;
  readonly level: number;
  readonly link: string | null;
}

function nodesOf(node: EditorNode, level = 1, link: string | null = null): readonly Placed[] {
  if (node.kind !== 'group') return [{ node, level, link }];
  return [{ node, level, link }, ...node.parts.flatMap((part) => nodesOf(part, level + 1, node.link ?? link))];
}

/** Conditions and lines of text, by their ids in no order. */
function leavesOf(node: EditorNode): readonly number[] {
  return nodesOf(node)
    .flatMap((placed) => (placed.node.kind === 'group' ? [] : [placed.node.id]))
    .sort((one, other) => one - other);
}

function insertInto(group: GroupNode, id: number): GroupNode {
  const parts = group.parts.map((part) => (part.kind === 'group' ? insertInto(part, id) : part));
  return { ...group, parts: group.id === id ? [emptyCondition(), ...parts] : parts };
}

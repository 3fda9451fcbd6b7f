/** What the parts of the editor can change, and where the focus goes afterwards. */
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useSteady } from '../../../../components/use-steady.ts';
import { withAdded, withMoved, withNode, withoutNode } from './change-tree.ts';
import type { EditorNode, GroupNode } from './editor-tree.ts';

/** The places of a node that can have the focus: an attribute of an element around the control. */
export const PART = 'data-part';
export const NODE = 'data-node';
export type Part = 'column' | 'operator' | 'value' | 'remove' | 'add';

/** Stable between renders. */
export interface TreeEdit {
  /** @param id of the node that it replaces, by default its own @param isTyped by keys, so that more may follow */
  readonly change: (node: EditorNode, id?: number, isTyped?: boolean) => void;
  /** Adds it at the end of a group. */
  readonly add: (group: GroupNode, node: EditorNode) => void;
  readonly remove: (id: number) => void;
  readonly move: (id: number, by: -1 | 1) => void;
  /** Once what was changed is on the page. */
  readonly focus: (id: number, part: Part) => void;
}

export function useTreeEdit(
  tree: GroupNode,
  root: RefObject<HTMLElement | null>,
  onChange: (tree: GroupNode, isTyped: boolean) => void,
): TreeEdit {
  const target = useRef<readonly [id: number, part: Part] | null>(null);
  useLayoutEffect(() => {
    if (target.current === null || root.current === null) return;
    const [id, part] = target.current;
    target.current = null;
    fieldOf(root.current, id, part)?.focus();
  });

  const focus = useSteady((id: number, part: Part) => {
    target.current = [id, part];
  });
  const change = useSteady((node: EditorNode, id?: number, isTyped?: boolean) => {
    onChange(withNode(tree, node, id), isTyped === true);
  });
  const add = useSteady((group: GroupNode, node: EditorNode) => {
    focus(firstConditionOf(node), 'column');
    onChange(withAdded(tree, group.id, node), false);
  });
  const remove = useSteady((id: number) => {
    const removed = withoutNode(tree, id);
    focus(removed.next, removed.tree.id === removed.next ? 'add' : 'remove');
    onChange(removed.tree, false);
  });
  const move = useSteady((id: number, by: -1 | 1) => {
    const part = document.activeElement?.closest(`[${PART}]`)?.getAttribute(PART);
    focus(id, parts.find((known) => known === part) ?? 'column');
    onChange(withMoved(tree, id, by), false);
  });
  return useMemo(() => ({ change, add, remove, move, focus }), [change, add, remove, move, focus]);
}

const parts: readonly Part[] = ['column', 'operator', 'value', 'remove', 'add'];
const CONTROLS = 'input, select, textarea, button';

/** The control of the node itself; a group's own parts stand outside those of its nodes. */
function fieldOf(root: HTMLElement, id: number, part: Part): HTMLElement | null {
  const node = root.querySelector(`[${NODE}="${id}"]`);
  for (const name of [part, ...parts]) {
    for (const element of node?.querySelectorAll(`[${PART}="${name}"]`) ?? []) {
      if (element.closest(`[${NODE}]`) === node) return element.querySelector<HTMLElement>(CONTROLS);
    }
  }
  return null;
}

function firstConditionOf(node: EditorNode): number {
  const [first] = node.kind === 'group' ? node.parts : [];
  return first === undefined ? node.id : firstConditionOf(first);
}

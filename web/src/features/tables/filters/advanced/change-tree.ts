/** Changes of the editor's groups: each gives another tree, and the node that the focus goes to. Pure. */
import { type EditorNode, GROUP_LEVELS, type GroupNode } from './editor-tree.ts';

/** The tree with one node replaced. @param id by default that of the node */
export function withNode(tree: GroupNode, node: EditorNode, id = node.id): GroupNode {
  if (tree.id === id) return node.kind === 'group' ? node : tree;
  const parts = tree.parts.map((part) => (part.id === id ? node : part.kind === 'group' ? withNode(part, node, id) : part));
  return { ...tree, parts };
}

/** @param groupId of the group that the node is added to, at its end */
export function withAdded(tree: GroupNode, groupId: number, node: EditorNode): GroupNode {
  if (tree.id === groupId) return { ...tree, parts: [...tree.parts, node] };
  return { ...tree, parts: tree.parts.map((part) => (part.kind === 'group' ? withAdded(part, groupId, node) : part)) };
}

export interface Removed {
  readonly tree: GroupNode;
  /** The node that stands in its place, or else before it; the group itself if it is empty. */
  readonly next: number;
}

/** A group that loses its last part is removed as well, except the outermost. */
export function withoutNode(tree: GroupNode, id: number): Removed {
  const parent = parentOf(tree, id);
  if (parent === null) return { tree, next: tree.id };
  if (parent.parts.length === 1 && parent.id !== tree.id) return withoutNode(tree, parent.id);
  const index = parent.parts.findIndex((part) => part.id === id);
  const rest = parent.parts.toSpliced(index, 1);
  const next = rest[index] ?? rest[index - 1] ?? parent;
  return { tree: withNode(tree, { ...parent, parts: rest }), next: next.id };
}

/**
 * The node one place up (-1) or down (1). A condition goes into a group that it meets, and out of its own at the end; it
 * stays among those that are about the same rows.
 */
export function withMoved(tree: GroupNode, id: number, by: -1 | 1): GroupNode {
  const parent = parentOf(tree, id);
  const index = parent?.parts.findIndex((part) => part.id === id) ?? -1;
  const node = parent?.parts[index];
  if (parent === null || node === undefined) return tree;
  const rest = parent.parts.toSpliced(index, 1);
  const neighbour = parent.parts[index + by];
  if (neighbour === undefined)
    return node.kind === 'group' || parent.link !== null ? tree : withNodeOut(tree, parent, rest, node, by);
  if (node.kind !== 'group' && neighbour.kind === 'group' && neighbour.link === null) {
    const entered = { ...neighbour, parts: by === 1 ? [node, ...neighbour.parts] : [...neighbour.parts, node] };
    return withNode(tree, { ...parent, parts: rest.map((part) => (part.id === neighbour.id ? entered : part)) });
  }
  return withNode(tree, { ...parent, parts: rest.toSpliced(index + by, 0, node) });
}

function withNodeOut(tree: GroupNode, parent: GroupNode, rest: readonly EditorNode[], node: EditorNode, by: -1 | 1): GroupNode {
  const outer = parentOf(tree, parent.id);
  if (outer === null) return tree;
  const index = outer.parts.findIndex((part) => part.id === parent.id);
  const left = rest.length === 0 ? [] : [{ ...parent, parts: rest }];
  const parts = by === 1 ? [...left, node] : [node, ...left];
  return withNode(tree, { ...outer, parts: outer.parts.toSpliced(index, 1, ...parts) });
}

/** The group that has the node; null: the node is the outermost group, or is in none. */
export function parentOf(group: GroupNode, id: number): GroupNode | null {
  for (const part of group.parts) {
    if (part.id === id) return group;
    const found = part.kind === 'group' ? parentOf(part, id) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Whether a group at this level, counted from 1, may have groups in it. */
export function mayHaveGroups(level: number): boolean {
  return level < GROUP_LEVELS;
}

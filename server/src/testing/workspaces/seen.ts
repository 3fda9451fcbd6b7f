/** All that a member is shown of a workspace: by the model, and by the endpoint that answers it. */
import {
  DAY,
  describeSpace,
  emailOf,
  isAtLeast,
  type Kind,
  type Line,
  type Member,
  type Model,
  openInvites,
  rightsOf,
  type Space,
  type Thing,
} from './model.ts';
import { exportsIn } from './model-ledger.ts';
import { describeMember } from './model-members.ts';
import { isKept, isSeen, isThere } from './model-things.ts';

/** Lines of activity on a page. */
const PAGE = 100;

/** An answer's body, or a row of one. */
type Row = Readonly<Record<string, unknown>>;
interface Body {
  readonly data: readonly Row[];
  readonly keys: readonly Row[];
  readonly total: number;
}
export interface Part {
  readonly path: string;
  readonly expected: unknown;
  /** The same of an answer. */
  readonly got: (body: Body & Row) => unknown;
}

const only =
  (...names: readonly string[]) =>
  (row: Row): Row =>
    Object.fromEntries(names.map((name) => [name, row[name]]));
const rowsWith =
  (...names: readonly string[]) =>
  ({ data }: Body) =>
    data.map(only(...names));
const inOrder = <Item>(items: readonly Item[], by: (item: Item) => readonly (string | number)[]): Item[] => {
  const differ = (one: Item, other: Item) => {
    const theirs = by(other);
    for (const [at, mine] of by(one).entries()) {
      const their = theirs[at] ?? '';
      if (mine !== their) return mine < their ? -1 : 1;
    }
    return 0;
  };
  return [...items].sort(differ);
};
const byName = ({ name, id }: Pick<Thing, 'name' | 'id'>) => [name.toLowerCase(), id];

/** The workspaces of a person. */
export function workspacesOf(model: Model, person: number): Part {
  const joined = [...model.spaces.values()].flatMap((space) => {
    const member = space.members.find((one) => one.person === person);
    return member === undefined ? [] : [describeSpace(space, member)];
  });
  const expected = inOrder(joined, (space) => [space.is_personal ? 0 : 1, ...byName(space)]);
  return { path: '/workspaces', expected, got: ({ data }) => data };
}

/** What one member is shown. */
export function partsOf(model: Model, space: Space, member: Member, rows: readonly number[]): readonly Part[] {
  const isAdmin = isAtLeast(member.role, 'admin');
  const nameOf = (person: number) => emailOf(model, person);
  const seen = (kind: Kind, among: (thing: Thing) => boolean = isThere) =>
    space.things.filter((thing) => thing.kind === kind && isSeen(thing, member.person) && among(thing));
  const shared = ({ id, name, isShared, by }: Thing) => ({
    id,
    name,
    visibility: isShared ? 'workspace' : 'private',
    created_by: space.isPersonal ? null : nameOf(by),
  });
  const described = (thing: Thing) => ({ ...shared(thing), updated_at: thing.stamps.at(-1) });
  const common = ['id', 'name', 'visibility', 'created_by', 'updated_at'];
  const home = `/workspaces/${space.id}`;

  const members = inOrder(
    space.members.map((one) => describeMember(model, space, one)),
    ({ role, email }) => [role === 'owner' ? 0 : 1, email],
  );
  const lines = space.lines.filter(({ by }) => isAdmin || by === member.person).reverse();
  const parts: Part[] = [
    { path: `${home}/members?per_page=100`, expected: members, got: rowsWith(...Object.keys(members[0] ?? {})) },
    {
      path: `${home}/activity?per_page=${PAGE}`,
      expected: { total: lines.length, lines: lines.slice(0, PAGE).map((line) => describeLine(model, line)) },
      got: ({ data, total }) => ({ total, lines: data.map(({ at: _, ...line }) => line) }),
    },
    {
      path: '/table-views?table=companies',
      expected: inOrder(seen('view'), byName).map((view) => ({
        ...described(view),
        is_pinned: view.isPinned,
        is_default: view.isDefault && view.by === member.person,
      })),
      // Of views with one name, any may be the first.
      got: ({ data }) =>
        inOrder(data, ({ name, id }) => [String(name).toLowerCase(), String(id)]).map(only(...common, 'is_pinned', 'is_default')),
    },
    {
      path: '/lists',
      expected: inOrder(seen('list'), byName).map((list) => ({
        ...described(list),
        note: list.note,
        is_pinned: list.isPinned,
        count: list.rows.size,
      })),
      got: rowsWith(...common, 'note', 'is_pinned', 'count'),
    },
    {
      path: '/lists?deleted=true',
      expected: inOrder(
        seen('list', (list) => isKept(model, list)),
        (list) => [-(list.deletedAt ?? 0), ...byName(list)],
      ).map(shared),
      got: ({ data }) =>
        data
          .filter(({ deleted_at: at }) => Date.parse(String(at)) > model.now - 30 * DAY)
          .map(only('id', 'name', 'visibility', 'created_by')),
    },
    {
      path: '/alerts',
      expected: seen('alert')
        .reverse()
        .map((alert) => ({ ...described(alert), watch: alert.watch })),
      got: rowsWith(...common, 'watch'),
    },
    ...rows.map((row) => ({
      path: `/table/companies/${row}/notes`,
      expected: space.notes
        .filter((note) => note.row === row)
        .reverse()
        .map(({ id, text, by, stamps }) => ({ id, text, author: nameOf(by), updated_at: stamps.at(-1) })),
      got: rowsWith('id', 'text', 'author', 'updated_at'),
    })),
    { path: '/tags?table=companies', expected: tagsOf(space), got: rowsWith('tag', 'count') },
    {
      path: '/linkedin/users?sort=id&order=asc&per_page=100',
      expected: inOrder([...space.collected], ([id]) => [Number(id)]).map(([id, { by }]) => ({
        id,
        collected_by: space.isPersonal ? null : nameOf(by),
      })),
      got: rowsWith('id', 'collected_by'),
    },
    {
      path: '/api-keys',
      expected: space.keys
        .filter(({ by }) => isAdmin || by === member.person)
        .map(({ id, by }) => ({ id, created_by: space.isPersonal ? undefined : nameOf(by) })),
      got: ({ keys }) => keys.map(only('id', 'created_by')),
    },
    {
      path: '/usage',
      expected: {
        export_count: exportsIn(model, space),
        export_limit: space.hasPlan ? model.exportLimit : 0,
        request_count: space.requests.get(new Date(model.now).toISOString().slice(0, 7)) ?? 0,
      },
      got: only('export_count', 'export_limit', 'request_count'),
    },
  ];
  if (rightsOf(member).includes('invite'))
    parts.push({
      path: `${home}/invites?per_page=100`,
      expected: openInvites(model, space)
        .reverse()
        .map(({ id, email, role }) => ({ id, email, role })),
      got: rowsWith('id', 'email', 'role'),
    });
  if (member.role === 'owner') parts.push({ path: `${home}/content`, expected: contentOf(space), got: (body) => body });
  return parts;
}

function describeLine(model: Model, { by, action, target, about, rows }: Line) {
  const whom = about === undefined ? null : emailOf(model, about);
  const text = whom === null ? target : target === '' ? whom : `${whom} (${target})`;
  return { by: emailOf(model, by), action, target: text, ...(rows === undefined ? {} : { rows }) };
}

function tagsOf(space: Space) {
  const counted = new Map<string, { tag: string; count: number }>();
  for (const tags of space.tags.values())
    for (const [folded, tag] of tags) counted.set(folded, { tag, count: (counted.get(folded)?.count ?? 0) + 1 });
  return inOrder([...counted], ([folded]) => [folded]).map(([, tag]) => tag);
}

function contentOf(space: Space) {
  const count = (kind: Kind) => space.things.filter((thing) => thing.kind === kind && isThere(thing)).length;
  return {
    members: space.members.length,
    views: count('view'),
    lists: count('list'),
    alerts: count('alert'),
    notes: space.notes.length,
    people: space.collected.size,
    trends: 0,
    webhooks: 0,
    keys: space.keys.length,
    scheduled_exports: 0,
    destinations: 0,
    crm_runs: 0,
  };
}

/** What is counted as changed for the screens of others, by kind. */
export function changingParts({ things, notes, tags, collected, members }: Space): ReadonlyMap<string, string> {
  const of = (kind: Kind) => things.filter((thing) => thing.kind === kind);
  const listed = of('list').filter((list) => isThere(list) && list.rows.size > 0);
  const marks = [...listed.map(({ id, by, isShared, rows }) => [id, by, isShared, ...rows]), ...tags].map((mark) =>
    mark.map((part) => (part instanceof Map ? [...part.values()] : part)),
  );
  const kinds = { views: of('view'), lists: of('list'), alerts: of('alert'), notes, marks, people: [...collected], members };
  return new Map(Object.entries(kinds).map(([kind, part]) => [kind, JSON.stringify(part)]));
}

/** What the rules say about exports, which a workspace pays once a month for each row, and about keys. */
import {
  type Answered,
  type Call,
  enter,
  isAtLeast,
  type Model,
  memberOf,
  monthOf,
  note,
  type Outcome,
  Refused,
  type Space,
} from './model.ts';
import { exportsOf } from './model-members.ts';
import { isSeen, isThere } from './model-things.ts';

const KEYS_OF_MEMBER = 3;

/** One parameter of the address. */
export type Choice =
  | { readonly country: string }
  | { readonly list: number }
  | { readonly tag: string }
  | { readonly exported: boolean };

const allRows = ({ countries }: Model) => [...countries.values()].flat();
const paidIn = (space: Space, month: string) => space.paid.get(month) ?? new Set<number>();

/** @throws {Refused} for a list that the member does not see */
function rowsOf(model: Model, space: Space, person: number, choice: Choice): readonly number[] {
  if ('country' in choice) return model.countries.get(choice.country) ?? [];
  if ('tag' in choice) return allRows(model).filter((row) => space.tags.get(row)?.has(choice.tag.toLowerCase()) === true);
  if ('exported' in choice) return allRows(model).filter((row) => paidIn(space, monthOf(model)).has(row) === choice.exported);
  const list = space.things.find(({ kind, id }) => kind === 'list' && id === choice.list);
  if (list === undefined || !isThere(list) || !isSeen(list, person)) throw new Refused('ROW_LIST.NOT_FOUND');
  return [...list.rows];
}

export const exportsIn = (model: Model, space: Space) => {
  const ofMonth = [...space.exported].filter(([key]) => key.startsWith(`${monthOf(model)} `));
  return ofMonth.reduce((sum, [, rows]) => sum + rows, 0);
};

/** What an export would cost: of the workspace's limit and the member's part, that of which less is left. */
function costOf(model: Model, { by }: Call, space: Space, rows: readonly number[]) {
  const charged = rows.filter((row) => !paidIn(space, monthOf(model)).has(row));
  const describe = (used: number, limit: number) => ({ used, limit, remaining: Math.max(0, limit - used) });
  const whole = describe(exportsIn(model, space), space.hasPlan ? model.exportLimit : 0);
  const limit = memberOf(space, by)?.exportLimit ?? null;
  const part = limit === null ? null : describe(exportsOf(model, space, by), limit);
  return { charged, whole, part };
}

export function previewExport(model: Model, call: Call, choice: Choice): Outcome {
  const { space } = enter(model, call, { plan: true });
  const rows = rowsOf(model, space, call.by, choice);
  const { charged, whole, part } = costOf(model, call, space, rows);
  const shown = part !== null && part.remaining < whole.remaining ? part : whole;
  const cost = { rows: rows.length, already_exported: rows.length - charged.length, charged: charged.length };
  return { answer: { ...cost, ...shown, is_allowed: charged.length <= shown.remaining }, apply: () => undefined };
}

export function exportRows(model: Model, call: Call, choice: Choice): Outcome {
  const { space } = enter(model, call, { plan: true, right: 'export' });
  const rows = rowsOf(model, space, call.by, choice);
  const { charged, whole, part } = costOf(model, call, space, rows);
  if (charged.length > whole.remaining) throw new Refused('EXPORT.OVER_LIMIT');
  if (part !== null && charged.length > part.remaining) throw new Refused('WORKSPACE.MEMBER_EXPORT_LIMIT');
  const month = monthOf(model);
  const apply = () => {
    space.paid.set(month, new Set([...paidIn(space, month), ...charged]));
    space.exported.set(`${month} ${call.by}`, exportsOf(model, space, call.by) + charged.length);
    if (rows.length > 0) note(space, call.by, { action: 'exported', target: 'Companies', rows: rows.length });
  };
  return { answer: { rows: rows.length, charged: charged.length }, apply };
}

export function createKey(model: Model, call: Call): Outcome {
  const { space } = enter(model, call, { right: 'connect' });
  if (space.keys.filter(({ by }) => by === call.by).length >= KEYS_OF_MEMBER) throw new Refused('KEYS.LIMIT_REACHED');
  const apply = ({ id, api_key: text, prefix }: Answered) => {
    space.keys.push({ id, text, prefix, by: call.by });
    note(space, call.by, { action: 'connected', target: `API key ${prefix}…` });
  };
  return { apply };
}

export function deleteKey(model: Model, call: Call, id: string): Outcome {
  const { space, member } = enter(model, call, { right: 'connect' });
  const key = space.keys.find((one) => one.id === id && (one.by === call.by || isAtLeast(member.role, 'admin')));
  if (key === undefined) throw new Refused('KEYS.NOT_FOUND');
  const apply = () => {
    space.keys = space.keys.filter((one) => one !== key);
    note(space, call.by, { action: 'disconnected', target: `API key ${key.prefix}…` });
  };
  return { apply };
}

/** The member who made a key, with their role and rights at this moment. @throws {Refused} */
export function holderOf(model: Model, text: string): Call {
  for (const { id, keys } of model.spaces.values()) for (const key of keys) if (key.text === text) return { by: key.by, at: id };
  throw new Refused('AUTH.KEY_INVALID');
}

/** A page of rows with a key, which is counted as a request. */
export function readWithKey(model: Model, text: string, choice: Choice): Outcome {
  const call = holderOf(model, text);
  const { space } = enter(model, call, { plan: true });
  const total = rowsOf(model, space, call.by, choice).length;
  const month = monthOf(model);
  return { answer: { total }, apply: () => void space.requests.set(month, (space.requests.get(month) ?? 0) + 1) };
}

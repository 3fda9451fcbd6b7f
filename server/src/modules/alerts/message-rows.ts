/** Rows of messages, as alerts gather them, as they are stored, and as members get them. Pure. */
import {
  type AlertMessage,
  type FieldChange,
  MAX_MESSAGE_VALUE,
  MAX_MESSAGE_VALUES,
  type MessageValue,
} from '@leadloom/shared/contract/alert-messages';
import type { StoredMessageRow } from '../../schema/alerts.table.ts';
import type { NotifiedRow } from './collect-changes.ts';
import { messageName } from './compose-message.ts';

export function toStoredRow({ id, change, fields }: NotifiedRow, name: string | undefined): StoredMessageRow {
  return {
    id,
    change,
    ...(fields === undefined ? {} : { fields: fields.map(({ field }) => field), changes: boundedChanges(fields) }),
    ...(name === undefined ? {} : { name: messageName(name) }),
  };
}

export function describeRow({ fields, changes, ...row }: StoredMessageRow): AlertMessage['rows'][number] {
  if (fields === undefined) return row;
  return { ...row, fields: changes === undefined ? fields.map((field) => ({ field })) : [...changes] };
}

/** Values of the first fields, each cut to the length that messages show. */
export function boundedChanges(fields: readonly FieldChange[]): FieldChange[] {
  return fields.map(({ field, from, to }, at) => {
    if (at >= MAX_MESSAGE_VALUES || from === undefined || to === undefined) return { field };
    return { field, from: cutValue(from), to: cutValue(to) };
  });
}

function cutValue(value: MessageValue): MessageValue {
  return typeof value === 'string' ? messageName(value, MAX_MESSAGE_VALUE) : value;
}

/**
 * Joins changes of the same subject, in their order. What was changed and changed back is no change.
 * @returns each field once, with its first value before and its last one after
 */
export function joinFieldChanges(all: readonly FieldChange[]): readonly FieldChange[] {
  return [...Map.groupBy(all, ({ field }) => field)].flatMap(([field, own]): FieldChange[] => {
    const [from, to] = [own.at(0)?.from, own.at(-1)?.to];
    if (from === undefined || to === undefined) return [{ field }];
    return from === to ? [] : [{ field, from, to }];
  });
}

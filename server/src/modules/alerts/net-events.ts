/** Reduces several events of the same person or trend to one, or to none. Pure. */
import type { FieldChange } from '@leadloom/shared/contract/alert-messages';
import type { AccountEvent } from './alerts.repository.ts';
import { joinFieldChanges } from './message-rows.ts';

/**
 * An added subject that changed counts as added; one that was added and then removed has no event.
 * @param events in the order of their commits
 * @returns the last event of each subject, in the order of the first ones
 */
export function netEvents(events: readonly AccountEvent[]): readonly AccountEvent[] {
  return [...Map.groupBy(events, ({ subjectId }) => subjectId).values()].flatMap((own): AccountEvent[] => {
    const [first, last] = [own.at(0), own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [was, is] = [first.change !== 'added', last.change !== 'removed'];
    if (was === is && !was) return [];
    if (was !== is) return [{ ...last, change: is ? 'added' : 'removed', fields: null, fieldChanges: null }];
    if (own.every(({ fields }) => fields === null)) return [{ ...last, change: 'changed' }];
    const fieldChanges = [...joinFieldChanges(own.flatMap(changesOf))];
    const fields = fieldChanges.map(({ field }) => field);
    return fields.length === 0 ? [] : [{ ...last, change: 'changed', fields, fieldChanges }];
  });
}

/** The changed fields of an event. Those that a server of the version before recorded have no values. */
export function changesOf({ fields, fieldChanges }: Pick<AccountEvent, 'fields' | 'fieldChanges'>): readonly FieldChange[] {
  return fieldChanges ?? (fields ?? []).map((field) => ({ field }));
}

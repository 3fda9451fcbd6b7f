/** Reduces several events of the same person or trend to one, or to none. Pure. */
import type { AccountEvent } from './alerts.repository.ts';

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
    if (was !== is) return [{ ...last, change: is ? 'added' : 'removed', fields: null }];
    const fields = [...new Set(own.flatMap((event) => event.fields ?? []))];
    return [{ ...last, change: 'changed', fields: fields.length === 0 ? null : fields }];
  });
}

import type { FieldChange } from '@leadloom/shared/contract/alert-messages';
import { describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../http/workspace-id.ts';
import type { AccountEvent } from './alerts.repository.ts';
import { changesOf, netEvents } from './net-events.ts';

const at = new Date('2026-03-01T09:00:00.000Z');
let ids = 0;

/** `changed headline` of subject 7. */
function event(text: string): AccountEvent {
  const [change, ...fields] = text.split(' ');
  if (change !== 'added' && change !== 'changed' && change !== 'removed') throw new Error(`${text} is no event`);
  ids += 1;
  const changed = fields.length === 0 ? null : fields;
  const own = { id: ids, workspaceId: personalWorkspaceOf(1), kind: 'people', subjectId: 7, name: null, at, change } as const;
  return { ...own, fields: changed, fieldChanges: null };
}

describe('the net of events', () => {
  it.each([
    [['added', 'changed headline'], ['added']],
    [['added', 'removed'], []],
    [['changed headline', 'removed'], ['removed']],
    [['changed headline', 'changed location headline'], ['changed headline location']],
    [['changed'], ['changed']],
    [['removed', 'added'], ['changed']],
    [[], []],
  ])('%j comes to %j', (events, net) => {
    const told = netEvents(events.map(event)).map(({ change, fields }) => [change, ...(fields ?? [])].join(' '));
    expect(told).toEqual(net);
  });

  const changed = (...fieldChanges: FieldChange[]): AccountEvent => ({
    ...event('changed'),
    fields: fieldChanges.map(({ field }) => field),
    fieldChanges,
  });

  it('says the first value before and the last one after, and nothing of what is as it was', () => {
    const events = [
      changed({ field: 'headline', from: 'Baker', to: 'Miller' }, { field: 'country', from: null, to: 'Norway' }),
      changed({ field: 'headline', from: 'Miller', to: 'Cook' }),
      changed({ field: 'country', from: 'Norway', to: null }),
    ];
    expect(netEvents(events).map(changesOf)).toEqual([[{ field: 'headline', from: 'Baker', to: 'Cook' }]]);
    const back = changed({ field: 'headline', from: 'Cook', to: 'Baker' });
    expect(netEvents([...events, back])).toEqual([]);
  });

  it('says no values where one of the events has none', () => {
    const events = [event('changed headline'), changed({ field: 'headline', from: 'Miller', to: 'Cook' })];
    expect(netEvents(events).map(changesOf)).toEqual([[{ field: 'headline' }]]);
  });
});

import { describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../http/workspace.ts';
import type { AccountEvent } from './alerts.repository.ts';
import { netEvents } from './net-events.ts';

const at = new Date('2026-03-01T09:00:00.000Z');
let ids = 0;

/** `changed headline` of subject 7. */
function event(text: string): AccountEvent {
  const [change, ...fields] = text.split(' ');
  if (change !== 'added' && change !== 'changed' && change !== 'removed') throw new Error(`${text} is no event`);
  ids += 1;
  const changed = fields.length === 0 ? null : fields;
  return { id: ids, workspaceId: personalWorkspaceOf(1), kind: 'people', subjectId: 7, name: null, at, change, fields: changed };
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
});

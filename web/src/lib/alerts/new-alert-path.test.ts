import { describe, expect, it } from 'vitest';
import { newAlertPath, readWatch } from './new-alert-path.ts';

const read = (path: string) => readWatch(new URLSearchParams(path.split('?')[1]));

describe('the address of a new alert', () => {
  it.each([{ kind: 'view', id: 'Zk3_a-9' }, { kind: 'list', id: 12 }, { kind: 'people' }, { kind: 'trends' }] as const)(
    'it names what is watched: %j',
    (watch) => {
      expect(read(newAlertPath(watch))).toEqual(watch);
    },
  );

  it.each(['', 'list', 'list:x', 'list:0', 'view', 'view:a/b', 'source:reddit', `view:${'x'.repeat(41)}`])(
    'an address that was edited names nothing: %s',
    (text) => {
      expect(read(`/alerts?${new URLSearchParams({ watch: text })}`)).toBeNull();
    },
  );
});

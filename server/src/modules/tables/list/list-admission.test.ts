import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../../http/workspace.ts';
import { createSharedSlots } from '../../../limits/shared-slots.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createListAdmission, defaultAdmissionLimits } from './list-admission.ts';
import { settleOrder } from './row-order.ts';

const limits = { ...defaultAdmissionLimits, waitMilliseconds: 300 };
const sorted = { definition: companies, filters: {}, order: settleOrder(companies, { sort: 'city' }) };
const served = { ...sorted, order: settleOrder(companies, {}) };

describe('the admission of lists by two servers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('two sorts of an account run at once on all servers, and others wait for them', async () => {
    const [one, other] = [1, 2].map(() => createListAdmission(limits, createSharedSlots(server.database)));
    if (one === undefined || other === undefined) throw new Error('no admission');
    const reader = { workspaceId: personalWorkspaceOf(1), signal: new AbortController().signal };
    const ends: (() => void)[] = [];
    const hanging = () => new Promise<string>((resolve) => ends.push(() => resolve('sorted')));
    const running = [one(reader, sorted, hanging), other(reader, sorted, hanging)];
    await expect.poll(() => ends).toHaveLength(2);
    for (const admit of [one, other])
      await expect(admit(reader, sorted, hanging)).rejects.toMatchObject({ code: 'LIST.BUSY', violatedPolicies: ['lists'] });
    expect(await one(reader, served, async () => 'in order')).toBe('in order');
    expect(await other({ ...reader, workspaceId: personalWorkspaceOf(2) }, sorted, async () => 'of another')).toBe('of another');
    const waiting = other(reader, sorted, async () => 'waited');
    ends[0]?.();
    expect(await waiting).toBe('waited');
    ends[1]?.();
    expect(await Promise.all(running)).toEqual(['sorted', 'sorted']);
  });
});

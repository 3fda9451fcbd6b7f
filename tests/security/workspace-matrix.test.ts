/**
 * The matrix of roles and rights: every endpoint that is about a workspace, called by everybody who may be in one or not. What
 * each needs comes from its definition; what a caller has is stated here.
 */
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import {
  type WorkspaceRight,
  type WorkspaceRole,
  workspaceRights,
  workspaceRoles,
} from '@leadloom/shared/contract/workspace-roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { addPerson, nextAddress, type Person, tell, triedRows } from './testing/security.fixture.ts';

interface Standing {
  readonly who: string;
  /** null: no member. */
  readonly role: WorkspaceRole | null;
  readonly rights: readonly WorkspaceRight[];
}

const standings: readonly Standing[] = [
  { who: 'a stranger', role: null, rights: [] },
  { who: 'an owner', role: 'owner', rights: workspaceRights },
  { who: 'an admin', role: 'admin', rights: workspaceRights },
  { who: 'a member with all rights', role: 'member', rights: workspaceRights },
  ...workspaceRights.map((taken): Standing => {
    return { who: `a member without “${taken}”`, role: 'member', rights: workspaceRights.filter((right) => right !== taken) };
  }),
  { who: 'a viewer', role: 'viewer', rights: [] },
];

/** Endpoints that are about a workspace. Whoever has left cannot call the others. */
const concerned = triedRows
  .filter(([, row]) => workspaceNeedOf(row) !== null)
  .sort(([one], [other]) => Number(one === 'leaveWorkspace') - Number(other === 'leaveWorkspace'));

/** The answer's code by the definition; null: neither role nor right is missing. */
function refusalOf(row: EndpointDefinition, { role, rights }: Standing): string | null {
  const need = workspaceNeedOf(row);
  if (role === null) return 'WORKSPACE.NOT_FOUND';
  if (need?.right && !rights.includes(need.right)) return 'WORKSPACE.RIGHT_MISSING';
  const isEnough = need !== null && workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(need.role);
  return isEnough ? null : 'WORKSPACE.ROLE_MISSING';
}

describe('the matrix of workspaces', () => {
  let server: TestServer;
  let workspaceId: string;
  const people = new Map<Standing, Person>();
  const counts = { calls: 0, refused: 0 };
  beforeAll(async () => {
    server = await startTestServer();
    const { $client } = server.database;
    const { rows } = await $client.query(
      "insert into workspaces (name, trial_ends_at) values ('Northwind', now() + interval '100 years') returning id",
    );
    workspaceId = String(rows[0]?.id);
    const join = (accountId: number, { role, rights }: Pick<Standing, 'role' | 'rights'>) =>
      $client.query('insert into workspace_members (workspace_id, account_id, role, rights) values ($1, $2, $3, $4)', [
        workspaceId,
        accountId,
        role,
        rights,
      ]);
    // Somebody owns it whoever leaves.
    await join((await addPerson(server)).id, { role: 'owner', rights: [] });
    for (const standing of standings) {
      const person = await addPerson(server);
      people.set(standing, person);
      if (standing.role !== null) await join(person.id, standing);
    }
  });
  afterAll(async () => {
    tell('roles and rights', counts);
    await server.close();
  });

  it('every kind of need is tried', () => {
    const needs = new Set(concerned.map(([, row]) => JSON.stringify(workspaceNeedOf(row))));
    expect(needs.size).toBeGreaterThanOrEqual(workspaceRights.length + workspaceRoles.length);
    for (const right of workspaceRights)
      expect(
        [...needs].some((need) => need.includes(`"${right}"`)),
        right,
      ).toBe(true);
  });

  it.each(concerned)('%s is open to the roles and rights of its definition, and to no others', async (name, row) => {
    for (const standing of standings) {
      const person = people.get(standing);
      if (person === undefined) throw new Error('everybody has an account');
      const isInPath = row.path.includes('{workspace_id}');
      // Nobody invites with a role above their own, which is no matter of the endpoint.
      const fields = name === 'inviteToWorkspace' ? { fields: { role: 'viewer' } } : {};
      const answer = await server.app.inject({
        ...sampleRequest(row, { ...fields, ...(isInPath ? { named: workspaceId } : {}) }),
        remoteAddress: nextAddress(),
        headers: { ...person.bearer, ...(isInPath ? {} : { 'x-workspace': workspaceId }) },
      });
      counts.calls += 1;
      const isJson = String(answer.headers['content-type']).includes('json');
      const code: unknown = answer.statusCode >= 400 && isJson ? answer.json().code : null;
      const refusal = refusalOf(row, standing);
      if (refusal !== null) {
        counts.refused += 1;
        expect({ status: answer.statusCode, code }, `${name} for ${standing.who}`).toEqual({
          status: refusal === 'WORKSPACE.NOT_FOUND' ? 404 : 403,
          code: refusal,
        });
        if (refusal === 'WORKSPACE.RIGHT_MISSING') expect(answer.json().message).toContain(`“${row.right}”`);
      } else
        expect(String(code), `${name} for ${standing.who}`).not.toMatch(/^WORKSPACE\.(?:NOT_FOUND|ROLE_MISSING|RIGHT_MISSING)$/);
      expect(answer.statusCode, `${name} for ${standing.who}`).toBeLessThan(500);
    }
  });
});

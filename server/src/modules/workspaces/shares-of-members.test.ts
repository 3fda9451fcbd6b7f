import { MAX_PROFILES } from '@leadloom/shared/contract/collector-limits';
import { MAX_NOTES } from '@leadloom/shared/contract/my-row-changes';
import { shareOfMember } from '@leadloom/shared/contract/storage-limit';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { personAnswer } from '../../testing/linkedin-answers.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('what one member can take of a workspace', () => {
  let server: TestServer;
  let kim: TestAccount;
  let lee: TestAccount;
  let shared: SharedWorkspace;
  let row: number | undefined;
  beforeAll(async () => {
    server = await startTestServer();
    [kim, lee] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    shared = await createSharedWorkspace(server, kim, [{ account: lee, role: 'member' }]);
    [row] = await addRows(server.database, companies, [{ name: 'Nordlys' }]);
  });
  afterAll(() => server.close());

  type Headers = Readonly<Record<string, string>>;
  const post = async (headers: Headers, path: string, payload: object) => {
    const answer = await server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const idOf = (account: TestAccount) => accountIdOf(server, account.email);

  const fillPeople = async (workspaceId: WorkspaceId, by: number, count: number) =>
    server.database.execute(sql`
      insert into linkedin_profiles (account_id, collected_by, member_id, profile_key, profile_url, parser_version)
      select ${workspaceId}, ${by}, 'ACoAA' || ${by} || 'x' || n, 'p' || ${by} || '-' || n, 'https://www.linkedin.com/in/p' || n, 1
      from generate_series(1, ${count}::int) n`);
  const collect = (headers: Headers, slug: string, headline = 'Planner') =>
    post(headers, '/parse/profile', {
      content: {
        url: `https://www.linkedin.com/in/${slug}`,
        p1: personAnswer({ memberId: `ACoAA${slug.replaceAll('-', '')}`, slug, headline }),
      },
    });

  it('is half of its people, so that the others can still collect, and what is there can be read again', async () => {
    const half = shareOfMember(MAX_PROFILES);
    expect(half).toBe(30_000);
    const [byKim, byLee] = [shared.headersOf(kim), shared.headersOf(lee)];
    await fillPeople(shared.id, await idOf(lee), half - 1);
    expect((await collect(byLee, 'maren-holt')).status).toBe(200);
    expect(await collect(byLee, 'aldo-brink')).toMatchObject({
      status: 409,
      body: {
        code: 'PROFILE.MEMBER_LIMIT_REACHED',
        message: 'You have collected half of the profiles that this workspace can hold. The other half is for its other members.',
      },
    });
    expect((await collect(byLee, 'maren-holt', 'Harbour master')).status).toBe(200);
    expect((await collect(byKim, 'aldo-brink')).status).toBe(200);
    // Whom somebody else collected is not their part.
    expect((await collect(byLee, 'aldo-brink', 'Director')).status).toBe(200);
    await fillPeople(shared.id, await idOf(kim), half - 1);
    expect(await collect(byKim, 'ines-moreau')).toMatchObject({ status: 409, body: { code: 'PROFILE.LIMIT_REACHED' } });
  });

  it('is all of it in a personal workspace', async () => {
    await fillPeople(await idOf(lee), await idOf(lee), shareOfMember(MAX_PROFILES));
    expect((await collect(lee.headers, 'maren-holt')).status).toBe(200);
  });

  const fillNotes = async (workspaceId: WorkspaceId, by: number, count: number) =>
    server.database.execute(sql`
      insert into row_notes (account_id, created_by, table_name, row_id, text, created_at, updated_at)
      select ${workspaceId}, ${by}, 'companies', 1000 + n, 'Note', now(), now() from generate_series(1, ${count}::int) n`);
  const note = (headers: Headers) => post(headers, `/table/companies/${row}/notes`, { text: 'Call in May' });

  it('is half of its notes, whichever way they are written', async () => {
    const half = shareOfMember(MAX_NOTES);
    const [byKim, byLee] = [shared.headersOf(kim), shared.headersOf(lee)];
    await fillNotes(shared.id, await idOf(lee), half - 1);
    expect((await note(byLee)).status).toBe(201);
    const refused = {
      code: 'NOTE.LIMIT_REACHED',
      message: 'You have written 10,000 of the 20,000 notes that this workspace can hold. The rest is for its other members.',
    };
    expect(await note(byLee)).toMatchObject({ status: 409, body: refused });
    const list = await post(byLee, '/lists', { table: 'companies', name: 'Ports' });
    expect(await post(byLee, `/lists/${list.body.id}/rows`, { ids: [row], note: 'Call' })).toMatchObject({ body: refused });
    expect((await note(byKim)).status).toBe(201);
    await fillNotes(await idOf(lee), await idOf(lee), half);
    expect((await note(lee.headers)).status).toBe(201);
  });
});

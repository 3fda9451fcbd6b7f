import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { identityByKinds, judgeBy } from '../suppression/identity-columns.ts';
import { cluesOf, conditionByKinds } from './find-rows.repository.ts';
import { isOf, personOf } from './person/known-person.ts';

const EMAIL = 'maren@holtby.example';
const PROFILE = 'https://www.linkedin.com/in/maren-holtby/';
const person = personOf({ names: ['Maren Holtby'], emails: [EMAIL], profiles: [PROFILE] });

describe('a table that does not say whom its rows are about', () => {
  const columns: TableDefinition['columns'] = [
    { field: 'event_name', headerName: 'Event name', kind: 'text' },
    { field: 'host_email', headerName: 'Host email', kind: 'email' },
    { field: 'host_page', headerName: 'Host page', kind: 'link' },
    { field: 'guests', headerName: 'Guests', kind: 'list' },
  ];
  const blank = { event_name: null, host_email: null, host_page: null, guests: null };
  const judge = (row: Readonly<Record<string, unknown>>, judged = columns) =>
    judgeBy(identityByKinds({ columns: judged }), { ...blank, ...row }, isOf(person));

  it.each([
    ['an email', { host_email: 'Maren@Holtby.example' }, { host_email: null }],
    ['the address of a profile', { host_page: 'linkedin.com/in/maren-holtby' }, { host_page: null }],
    ['one email of a list', { guests: [EMAIL, 'milo@holtby.example'] }, { guests: ['milo@holtby.example'] }],
    ['the only email of a list', { guests: [EMAIL] }, { guests: null }],
  ])('%s of the person is blanked, and the row stays', (_, row, blanked) => {
    expect(judge(row)).toMatchObject({ isGone: false, blanked });
  });

  it('a row goes where it cannot be without the email', () => {
    const required = columns.map((column) => (column.kind === 'email' ? { ...column, isRequired: true as const } : column));
    expect(judge({ host_email: EMAIL }, required)).toMatchObject({ isGone: true });
  });

  it.each([
    ['another email', { host_email: 'milo@holtby.example' }],
    ['another profile', { host_page: 'https://www.linkedin.com/in/maren-holt/' }],
    ['the name alone, which others may have', { event_name: 'Maren Holtby' }],
    ['nothing', {}],
  ])('a row with %s stays as it is', (_, row) => {
    expect(judge(row)).toBeNull();
  });

  describe('in the database', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer();
    });
    afterAll(() => server.close());

    it('its rows are found by emails, by emails of lists and by addresses of profiles', async () => {
      await addRows(server.database, tableByName('people'), [
        { name: 'by email', email: EMAIL },
        { name: 'by profile', linkedin_url: PROFILE },
        { name: 'Maren Holtby', email: 'maren@elsewhere.example' },
      ]);
      await addRows(server.database, tableByName('shopify'), [
        { merchant_name: 'by list', url: 'one.example', emails: ['shop@holtby.example', EMAIL] },
        { merchant_name: 'by page', url: 'two.example', facebook: 'https://www.facebook.com/maren-holtby' },
        { merchant_name: 'other', url: 'three.example', emails: ['shop@holtby.example'] },
      ]);
      const found = async (table: 'people' | 'shopify', label: string) => {
        const condition = conditionByKinds(tableByName(table), cluesOf(person));
        const { rows } = await server.database.execute<{ label: string }>(
          sql`select ${sql.identifier(label)} as label from ${sql.identifier(table)} where ${condition} order by id`,
        );
        return rows.map((row) => row.label);
      };
      // Too many rather than too few: the mailbox has the same name elsewhere, and the rules decide.
      expect(await found('people', 'name')).toEqual(['by email', 'by profile', 'Maren Holtby']);
      expect(await found('shopify', 'merchant_name')).toEqual(['by list', 'by page']);
    });

    it('no row of a table without such columns is found', async () => {
      const condition = conditionByKinds({ columns: columns.slice(0, 1) }, cluesOf(person));
      const { rows } = await server.database.execute(sql`select from people where ${condition}`);
      expect(rows).toEqual([]);
    });
  });
});

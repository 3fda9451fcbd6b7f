/**
 * A person who is everywhere, under several spellings, together with somebody at the same employer; and what is left of
 * them.
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { WorkspaceId } from '../http/workspace-id.ts';
import { storeProfiles } from './stored-profiles.ts';
import { addRows } from './table-rows.ts';
import type { TestServer } from './test-server.ts';

export const SUBJECT = {
  name: 'Maren Høltby',
  email: 'maren.holtby@nordlys.example',
  profile: 'https://www.linkedin.com/in/maren-hoeltby',
  domain: 'nordlys.example',
} as const;

const neighbour = { name: 'Aldo Brink', email: 'aldo@nordlys.example', company_website: 'https://nordlys.example' };

/** @param accountIds each has collected both people */
export async function plantPerson(server: TestServer, accountIds: readonly WorkspaceId[]): Promise<void> {
  const { database } = server;
  const query = (statement: string, ...values: readonly unknown[]) => database.$client.query(statement, [...values]);
  await addRows(database, tableByName('people'), [
    {
      name: SUBJECT.name,
      email: SUBJECT.email,
      linkedin_url: SUBJECT.profile,
      company_website: 'https://nordlys.example',
      company_name: 'Nordlys',
    },
    { name: 'HØLTBY, Dr. Maren', company_website: 'nordlys.example', phone: '+47 000' },
    neighbour,
    { name: SUBJECT.name, company_website: 'https://elsewhere.example' },
  ]);
  await addRows(database, tableByName('companies'), [
    { name: 'Nordlys', website: 'https://nordlys.example', main_contact_name: 'Maren Holtby', main_contact_email: SUBJECT.email },
    {
      name: 'Kestrel',
      website: 'https://kestrel.example',
      main_contact_name: 'Aldo Brink',
      main_contact_email: 'aldo@kestrel.example',
    },
  ]);
  await query("update companies set city = 'Oslo' where name = 'Nordlys'");
  // The contact once was the person, and is somebody else now.
  await query(
    "update companies set main_contact_name = $1, main_contact_email = $2 where name = 'Kestrel'",
    SUBJECT.name,
    SUBJECT.email,
  );
  await query(
    "update companies set main_contact_name = 'Aldo Brink', main_contact_email = 'aldo@kestrel.example' where name = 'Kestrel'",
  );
  await addRows(database, tableByName('investors'), [
    { name: 'Nordlys Capital', website: 'https://nordlys.example', primary_contact_name: 'Maren Høltby', phone: '+47 111' },
  ]);
  await addRows(database, tableByName('shopify'), [
    {
      merchant_name: 'Shop',
      url: 'https://shop.example',
      emails: [SUBJECT.email, 'shop@shop.example'],
      linkedin: SUBJECT.profile,
    },
  ]);
  await addRows(database, tableByName('reviews'), [
    { review_title: 'Fine', reviewer_linkedin_url: 'https://no.linkedin.com/in/maren-hoeltby/' },
    { review_title: 'Bad', reviewer_linkedin_url: 'https://www.linkedin.com/in/aldo-brink' },
  ]);
  for (const accountId of accountIds) {
    const [id] = await storeProfiles(server, accountId, [
      {
        memberId: 'ACoAAMaren',
        profileKey: 'maren-hoeltby',
        profileUrl: SUBJECT.profile,
        fullName: 'Maren Høltby',
        companyName: 'Nordlys',
      },
      {
        memberId: 'ACoAAAldo',
        profileKey: 'aldo-brink',
        profileUrl: 'https://www.linkedin.com/in/aldo-brink',
        fullName: 'Aldo Brink',
      },
    ]);
    await query(
      `insert into linkedin_raw_answers (account_id, profile_id, slot, identity, content, digest) values ($1, $2, 'p1', 'maren-hoeltby', $3, $4)`,
      accountId,
      id,
      gzipSync('{}'),
      Buffer.from([accountId % 256]),
    );
    await query(
      `insert into linkedin_profile_changes (account_id, profile_id, cause, changes) values ($1, $2, 'collected', '[]')`,
      accountId,
      id,
    );
    for (const slug of ['maren-hoeltby', 'aldo-brink'])
      await query(
        'insert into collector_rows (account_id, id, url, profile_key) values ($1, $2, $3, $4)',
        accountId,
        randomUUID(),
        `https://www.linkedin.com/in/${slug}`,
        slug,
      );
    const alert = await query(
      `insert into alerts (account_id, name, watch, filters, changes, frequency, time_of_day, zone, channels, position, state)
       values ($1, 'My people', '{"kind": "people"}', '{}', '{added}', 'instant', '08:00', 'UTC', '{app}', 0, 'ended') returning id`,
      accountId,
    );
    await query(
      `insert into alert_messages (account_id, alert_id, title, count, rows, created_at) values ($1, $2, 'My people: 2 added', 2, $3, now())`,
      accountId,
      alert.rows[0].id,
      JSON.stringify([
        { id: Number(id), change: 'added', name: 'Maren Høltby' },
        { id: Number(id) + 1, change: 'added', name: 'Aldo Brink' },
      ]),
    );
    const webhook = await query(
      `insert into webhooks (id, account_id, url, events, state, secret, created_at)
       values (gen_random_uuid(), $1, 'https://hooks.example.com/', '{alert.fired}', 'active', '', now()) returning id`,
      accountId,
    );
    const deliver = (event: string, data: object) =>
      query(
        `insert into webhook_deliveries (id, account_id, webhook_id, event, body, state, created_at)
         values (gen_random_uuid(), $1, $2, $3, $4, 'delivered', now())`,
        accountId,
        webhook.rows[0].id,
        event,
        JSON.stringify({ type: event, data }),
      );
    for (const [user, name, slug] of [
      [Number(id), 'Maren Høltby', 'maren-hoeltby'],
      [Number(id) + 1, 'Aldo Brink', 'aldo-brink'],
    ] as const) {
      await deliver('profile.collected', { user_id: String(user), slug, headline: name });
      await deliver('alert.fired', { alert_id: Number(alert.rows[0].id), rows: [{ id: user, change: 'added', name }] });
    }
    await query(
      `insert into account_events (account_id, kind, subject_id, change, name, at) values ($1, 'people', $2, 'added', 'Maren Høltby', now())`,
      accountId,
      id,
    );
  }
  await plantFiles(server);
}

async function plantFiles({ database }: TestServer): Promise<void> {
  const query = (statement: string, ...values: readonly unknown[]) => database.$client.query(statement, [...values]);
  const files = [
    `name,email,reason\n,${SUBJECT.email},name: is missing\n`,
    'name,email,reason\n,aldo@kestrel.example,name: is missing\n',
  ];
  for (const [at, text] of files.entries()) {
    const report = { rejects: [{ line: 2, reason: `email: "${at === 0 ? SUBJECT.email : 'aldo'}" is no email` }] };
    const { rows } = await query(
      `insert into imports (table_name, file_name, started_by, options, state, started_at, lease_until, report)
       values ('people', 'list.csv', 'command', '{}', 'done', now(), now(), $1) returning id`,
      JSON.stringify(report),
    );
    await query(
      "insert into import_files (import_id, kind, part, file_name, bytes) values ($1, 'rejects', 0, 'list.csv.rejects.csv', $2)",
      rows[0].id,
      gzipSync(text),
    );
  }
}

/** Rows of any table of ours whose text has a spelling of the person: `table: text`. */
export async function tracesOf({ database }: TestServer): Promise<readonly string[]> {
  const { rows: tables } = await database.$client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.$client.query<{ text: string }>(
      `select held::text as text from "${name}" held where fold_text(held::text) ~ 'maren|holtby|hoeltby'`,
    );
    traces.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return traces;
}

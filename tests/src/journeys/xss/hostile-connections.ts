/** API keys, destinations, and the mapping, preview and runs of a CRM, with a text wherever members, vendors or rows write one. */
import type { Destination } from '@leadloom/shared/contract/destinations';
import { lineText } from '@leadloom/shared/contract/line-text';
import type { HostileScreen } from './hostile-screens.ts';
import { payloads } from './payloads.ts';

const TIME = '2026-01-05T09:00:00.000Z';
const CRM_ID = '00000000-0000-4000-8000-000000000000';

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`;
}

/** The text where the contract takes it as one line of that length; settings are checked in answers, too. */
function line(text: string, max: number): string {
  return lineText(max).safeParse(text).data ?? 'one line';
}

/** Kinds in turn, each text in all that one shows. */
function hostileDestination(text: string, number: number): Destination {
  const common = { id: uuid(number), name: text, state: 'disabled', reason: text, created_at: TIME, created_by: text } as const;
  const kinds: readonly Destination[] = [
    {
      ...{ ...common, kind: 's3', endpoint: line(text, 2_048), region: line(text, 100), bucket: line(text, 255) },
      ...{ prefix: line(text, 500), access_key_id: line(text, 200) },
    },
    {
      ...{ ...common, kind: 'sftp', host: line(text, 255), port: 22, username: line(text, 200), folder: line(text, 1_000) },
      host_key: text,
    },
    {
      ...{ ...common, kind: 'google-sheets', spreadsheet_id: line(text, 200), sheet: line(text, 100) },
      service_account_email: text,
    },
    { ...common, kind: 'slack' },
  ];
  return kinds[number % kinds.length] ?? { ...common, kind: 'slack' };
}

/** A delivery that failed, with what the destination said. */
function failedDelivery(texts: readonly string[]) {
  const said = texts.join(' ');
  return {
    id: uuid(0),
    event: 'export.finished',
    created_at: TIME,
    state: 'failed' as const,
    tries: [{ at: TIME, status: null, error: said, ms: 1, answer: said }],
  };
}

function crmAnswers(texts: readonly string[]) {
  const [text = ''] = texts;
  const properties = [...new Set(texts.map((name) => line(name, 100)))].slice(0, 60);
  const crm: Destination = {
    kind: 'hubspot',
    id: CRM_ID,
    name: texts.join(' '),
    state: 'active',
    reason: null,
    created_at: TIME,
    object: 'companies',
    source: { kind: 'view', id: 'view-1' },
    key: 'domain',
    mapping: properties.map((property) => ({ column: 'name', property, rule: 'theirs' })),
  };
  const changes = texts.map((value) => ({ property: value, from: value, to: value }));
  return {
    listDestinations: () => ({ data: [crm], total: 1 }),
    listRowLists: () => ({ data: [], total: 0 }),
    listCrmProperties: () => ({
      data: texts.map((name) => ({ name, label: name, type: 'text' as const, choices: null, is_read_only: false, sample: name })),
      row: { name: texts.join(' ') },
    }),
    dryRunCrm: () => ({ created: [], updated: [{ row: 1, id: text, name: text, changes }], skipped: [], rows: 1 }),
    listCrmRuns: () => ({
      data: texts.map((reason, number) => ({
        id: uuid(number),
        at: TIME,
        state: 'failed' as const,
        created: 0,
        updated: 0,
        skipped: 0,
        failed: [{ row: 1, reason }],
        error: reason,
        can_undo: false,
      })),
      total: texts.length,
      page: 1,
      per_page: 10,
    }),
  };
}

export const connectionScreens: readonly HostileScreen[] = [
  {
    name: 'keys',
    path: '/app/keys',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      listApiKeys: () => ({
        keys: texts.map((text) => ({
          id: text,
          name: text,
          rights: 'read',
          prefix: text,
          created_at: TIME,
          api_key: null,
          last_used_at: TIME,
        })),
      }),
      getApiKeyUsage: () => ({
        data: texts.map((text) => ({
          day: TIME.slice(0, 10),
          key_id: text,
          prefix: text,
          endpoint: text,
          status: '2xx',
          count: 1,
        })),
      }),
    }),
    ready: 'API Keys',
  },
  {
    name: 'keys, with a secret',
    path: '/app/keys',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      createApiKey: () => ({
        id: texts.join(' '),
        name: texts.join(' '),
        prefix: texts.join(' '),
        created_at: TIME,
        api_key: texts.join(' '),
        rights: 'read',
        last_used_at: null,
      }),
    }),
    ready: 'You have no API keys yet.',
    act: (page) => page.getByRole('button', { name: 'Create Key', exact: true }).click(),
  },
  {
    name: 'destinations',
    path: '/app/destinations',
    visitor: 'member',
    // Each kind shows other texts, so that every text stands once in each.
    texts: payloads.flatMap((text) => [text, text, text, text]),
    perOpening: payloads.length,
    answers: (texts) => ({
      listDestinations: () => ({
        data: texts.map((text, number) => ({ ...hostileDestination(text, number), last: failedDelivery([text]) })),
        total: texts.length,
      }),
      listDestinationDeliveries: () => ({
        data: texts.slice(0, 1).map((event) => ({ ...failedDelivery(texts), event })),
        total: 1,
        page: 1,
        per_page: 10,
      }),
    }),
    ready: /^Last delivery on/,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show deliveries' }).first().click();
      await page.getByText('1 try; last:').first().waitFor();
    },
  },
  {
    name: 'a CRM, its mapping, preview and runs',
    path: `/app/destinations/${CRM_ID}`,
    visitor: 'member',
    perOpening: payloads.length,
    answers: crmAnswers,
    ready: 'Who decides',
    act: async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('tab', { name: 'Updated (1)' }).waitFor();
      await page.getByRole('button', { name: 'Show what failed' }).first().click();
    },
  },
];

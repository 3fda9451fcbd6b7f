/**
 * Examples of calls that differ only in method, path and body: those about lists, tags, notes, views, alerts, webhooks and
 * scheduled exports. Ids in their paths are placeholders.
 */
import { type ApiExample, KEY_VARIABLE } from './example.ts';
import { exampleTitles } from './example-titles.ts';

interface ShownCall {
  readonly operation: CallOperation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Characters. */
const LONGEST_LINE = 60;
const state = { filters: { country: ['Norway'] }, columns: [], sort: null, order: null, per_page: null };

const calls = [
  {
    operation: 'addCollectedPerson',
    method: 'POST',
    path: '/collected-people',
    body: { url: 'https://www.linkedin.com/in/maren-holt-example' },
  },
  { operation: 'listRowLists', method: 'GET', path: '/lists?table=companies' },
  { operation: 'createRowList', method: 'POST', path: '/lists', body: { name: 'Q1 outreach', table: 'companies' } },
  { operation: 'changeRowList', method: 'PATCH', path: '/lists/1', body: { name: 'Q2 outreach' } },
  { operation: 'deleteRowList', method: 'DELETE', path: '/lists/1' },
  { operation: 'restoreRowList', method: 'POST', path: '/lists/1/restore' },
  { operation: 'addListRows', method: 'POST', path: '/lists/1/rows', body: { ids: [17, 42] } },
  { operation: 'removeListRows', method: 'DELETE', path: '/lists/1/rows', body: { ids: [42] } },
  { operation: 'listTags', method: 'GET', path: '/tags?table=companies' },
  {
    operation: 'tagRows',
    method: 'POST',
    path: '/tags',
    body: { table: 'companies', tags: ['warm'], filters: { country: ['Norway'] } },
  },
  { operation: 'untagRows', method: 'DELETE', path: '/tags', body: { table: 'companies', addition: 1 } },
  { operation: 'getRowTags', method: 'GET', path: '/table/companies/17/tags' },
  { operation: 'setRowTags', method: 'PUT', path: '/table/companies/17/tags', body: { tags: ['warm', 'called'] } },
  { operation: 'listRowNotes', method: 'GET', path: '/table/companies/17/notes' },
  { operation: 'addRowNote', method: 'POST', path: '/table/companies/17/notes', body: { text: 'Call in May.' } },
  { operation: 'changeRowNote', method: 'PATCH', path: '/notes/1', body: { text: 'Call in June.' } },
  { operation: 'deleteRowNote', method: 'DELETE', path: '/notes/1' },
  { operation: 'listTableViews', method: 'GET', path: '/table-views?table=companies' },
  { operation: 'getTableView', method: 'GET', path: '/table-views/VIEW' },
  {
    operation: 'createTableView',
    method: 'POST',
    path: '/table-views',
    body: { table: 'companies', name: 'In Norway', state, is_default: false },
  },
  {
    operation: 'updateTableView',
    method: 'PUT',
    path: '/table-views/VIEW',
    body: { name: 'In Norway', state, is_default: false },
  },
  { operation: 'changeTableView', method: 'PATCH', path: '/table-views/VIEW', body: { name: 'Norway' } },
  { operation: 'deleteTableView', method: 'DELETE', path: '/table-views/VIEW' },
  { operation: 'listAlerts', method: 'GET', path: '/alerts' },
  {
    operation: 'createAlert',
    method: 'POST',
    path: '/alerts',
    body: { name: 'New trends', watch: { kind: 'trends' }, on: ['added'], every: 'daily', by: ['app', 'mail'] },
  },
  { operation: 'updateAlert', method: 'PATCH', path: '/alerts/1', body: { every: 'weekly' } },
  { operation: 'deleteAlert', method: 'DELETE', path: '/alerts/1' },
  { operation: 'testAlert', method: 'POST', path: '/alerts/1/test' },
  { operation: 'listWebhooks', method: 'GET', path: '/webhooks' },
  {
    operation: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    body: { url: 'https://hooks.example.com/leadloom', events: ['alert.fired'] },
  },
  { operation: 'updateWebhook', method: 'PATCH', path: '/webhooks/WEBHOOK', body: { state: 'disabled' } },
  { operation: 'deleteWebhook', method: 'DELETE', path: '/webhooks/WEBHOOK' },
  { operation: 'testWebhook', method: 'POST', path: '/webhooks/WEBHOOK/test' },
  { operation: 'rotateWebhookSecret', method: 'POST', path: '/webhooks/WEBHOOK/rotate-secret' },
  { operation: 'listWebhookDeliveries', method: 'GET', path: '/webhooks/WEBHOOK/deliveries' },
  { operation: 'repeatWebhookDelivery', method: 'POST', path: '/webhooks/WEBHOOK/deliveries/DELIVERY/again' },
  { operation: 'listScheduledExports', method: 'GET', path: '/scheduled-exports' },
  {
    operation: 'createScheduledExport',
    method: 'POST',
    path: '/scheduled-exports',
    body: { name: 'Companies', watch: { kind: 'list', id: 1 }, every: 'weekly' },
  },
  { operation: 'updateScheduledExport', method: 'PATCH', path: '/scheduled-exports/1', body: { every: 'daily' } },
  { operation: 'deleteScheduledExport', method: 'DELETE', path: '/scheduled-exports/1' },
  { operation: 'runScheduledExport', method: 'POST', path: '/scheduled-exports/1/run' },
  { operation: 'listExportFiles', method: 'GET', path: '/scheduled-exports/1/files' },
] as const satisfies readonly (Omit<ShownCall, 'operation'> & { readonly operation: keyof typeof exampleTitles })[];

export const callOperations = calls.map(({ operation }) => operation);
export type CallOperation = (typeof calls)[number]['operation'];

export function callExample(api: string, operation: CallOperation): ApiExample {
  const call = calls.find((candidate) => candidate.operation === operation);
  if (call === undefined) throw new Error(`no call shows ${operation}`);
  return exampleOf(api, call);
}

function exampleOf(api: string, { operation, method, path, body }: ShownCall): ApiExample {
  const address = `${api}${path}`;
  return {
    name: operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    title: exampleTitles[operation],
    operation,
    code: {
      curl: curlCall(address, method, body),
      typescript: typescriptCall(address, method, body),
      python: pythonCall(address, method, body),
    },
  };
}

/** On one line where it is short. */
function written(body: object): string {
  const line = JSON.stringify(body);
  return line.length > LONGEST_LINE ? JSON.stringify(body, null, 2) : line;
}

function curlCall(address: string, method: ShownCall['method'], body: object | undefined): string {
  const isPlain = method === (body === undefined ? 'GET' : 'POST');
  return `${[
    'curl --fail-with-body --silent --show-error',
    ...(isPlain ? [] : [`  --request ${method}`]),
    `  "${address}"`,
    `  --header "Authorization: Bearer $${KEY_VARIABLE}"`,
    ...(body === undefined ? [] : [`  --json '${written(body)}'`]),
  ].join(' \\\n')}\n`;
}

function typescriptCall(address: string, method: ShownCall['method'], body: object | undefined): string {
  const headers =
    body === undefined
      ? `  headers: { authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },\n`
      : `  headers: {
    authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${written(body).replaceAll('\n', '\n  ')}),
`;
  return `const address = '${address}';
const response = await fetch(address, {
  method: '${method}',
${headers}});
const answer = response.status === 204 ? null : await response.json();
if (!response.ok) throw new Error(\`\${response.status} \${answer.code}: \${answer.message}\`);

console.log(answer);
`;
}

function pythonCall(address: string, method: ShownCall['method'], body: object | undefined): string {
  const sent =
    body === undefined
      ? `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},
`
      : `    data=b"""${written(body)}""",
    headers={
        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",
        "Content-Type": "application/json",
    },
`;
  return `import json
import os
import sys
import urllib.error
import urllib.request

request = urllib.request.Request(
    "${address}",
    method="${method}",
${sent})
try:
    with urllib.request.urlopen(request) as response:
        answer = response.read().decode()
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{error.code} {problem['code']}: {problem['message']}")

print(answer)
`;
}

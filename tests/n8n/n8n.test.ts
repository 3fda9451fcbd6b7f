import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import { databaseUrl, execute } from '@leadloom/server/testing/test-database';
import { login } from '@leadloom/shared/contract/accounts';
import { postApiKey } from '@leadloom/shared/contract/keys';
import { createRowList, listRowNotes } from '@leadloom/shared/contract/my-row-changes';
import { rowListSchema } from '@leadloom/shared/contract/my-rows';
import { listWebhooks } from '@leadloom/shared/contract/webhooks';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { journeySecret } from '../src/journeys/journey-secret.ts';
import { type LeadloomProcess, startLeadloom } from '../src/journeys/leadloom-process.ts';
import { type RealN8n, startN8n, type WorkflowNode } from './real-n8n.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', 'integrations', 'n8n');
const installation = process.env.N8N_INSTALLATION ?? '';
const rowsSchema = z.object({ data: z.array(z.object({ id: z.int(), country: z.string().nullable() })), total: z.int() });

/** A node that starts its workflow when its address is called, and answers when the last node has ended. */
const started = (path: string): WorkflowNode => ({
  name: 'Start',
  type: 'n8n-nodes-base.webhook',
  parameters: { path, responseMode: 'lastNode', responseData: 'allEntries' },
});

describe('the nodes in a real n8n', () => {
  let leadloom: LeadloomProcess;
  let n8n: RealN8n;
  let key: string;
  let credential: string;
  let list: { readonly id: number };

  async function call(method: string, path: string, body?: object, bearer = key): Promise<unknown> {
    const answer = await fetch(`${leadloom.publicUrl}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBeLessThan(300);
    return answer.json();
  }
  const webhooks = async () => listWebhooks.success.body.parse(await call('GET', listWebhooks.path)).data;
  const act = (name: string, parameters: object): WorkflowNode => ({
    name,
    type: 'n8n-nodes-leadloom.leadloom',
    parameters,
    credential,
  });
  /** Runs a workflow by its address, and leaves it active. */
  async function run(name: string, nodes: readonly WorkflowNode[]): Promise<{ workflow: string; answer: Response }> {
    const workflow = await n8n.createWorkflow(name, [started(name), ...nodes]);
    expect(await n8n.activate(workflow)).toEqual({ status: 'published', errors: [] });
    return { workflow, answer: await fetch(`${n8n.origin}/webhook/${name}`) };
  }

  beforeAll(async () => {
    if (installation === '') throw new Error('N8N_INSTALLATION is not set: run `pnpm test:n8n`.');
    const database = `n8n_${randomBytes(8).toString('hex')}`;
    await execute(inject('databaseUrl'), `create database ${database}`);
    leadloom = await startLeadloom(null, { WEBHOOK_LOOPBACK: 'on' });
    n8n = await startN8n({ installation, databaseUrl: databaseUrl(inject('databaseUrl'), database), packages: [PACKAGE] });
    const signedIn = login.success.body.parse(await call('POST', login.path, sampleCredentials([journeySecret]), ''));
    const made = await call('POST', postApiKey.path, { name: 'n8n', rights: 'write' }, signedIn.access_token);
    key = z.object({ api_key: z.string() }).parse(made).api_key;
    list = rowListSchema.parse(await call('POST', createRowList.path, { name: 'From n8n', table: 'companies' }));
    credential = await n8n.createCredential(leadloom.publicUrl, key);
  });
  afterAll(async () => {
    await Promise.all([n8n?.stop(), leadloom?.stop()]);
  });

  it('the credentials are tested', async () => {
    expect(await n8n.testCredential(credential)).toMatchObject({ status: 'OK' });
    const wrong = await n8n.createCredential(leadloom.publicUrl, 'll_live_of-nobody');
    expect(await n8n.testCredential(wrong)).toMatchObject({ status: 'Error' });
  });

  it('an alert that a workflow makes starts another one, with the rows that a third puts on a list', async () => {
    const trigger = await n8n.createWorkflow('told', [
      { name: 'Told', type: 'n8n-nodes-leadloom.leadloomTrigger', parameters: { events: ['alert.fired'] }, credential },
    ]);
    expect(await n8n.activate(trigger)).toEqual({ status: 'published', errors: [] });
    const [webhook] = await webhooks();
    expect(webhook).toMatchObject({ events: ['alert.fired'], state: 'active', url: expect.stringContaining(n8n.origin) });

    const alert = await run('alert', [
      act('Alert', {
        resource: 'alert',
        operation: 'createAlert',
        name: 'On the list',
        table: 'companies',
        filters: { filter: [{ name: 'list', value: String(list.id) }] },
        where: '',
        on: ['added'],
        every: 'instant',
        by: ['app', 'webhook'],
      }),
    ]);
    expect(alert.answer.status, await alert.answer.clone().text()).toBe(200);

    const { workflow, answer } = await run('search', [
      act('Search', {
        resource: 'row',
        operation: 'search',
        table: 'companies',
        returnAll: false,
        limit: 120,
        filters: { filter: [{ name: 'employee_count_from', value: '10' }] },
        where: 'country in ("Germany", "France")',
        fields: ['name', 'country'],
      }),
      act('Add', { resource: 'row', operation: 'addToList', table: 'companies', rowId: '={{ $json.id }}', list: list.id }),
    ]);
    expect(answer.status, await answer.clone().text()).toBe(200);
    const [searched] = await n8n.executionsOf(workflow, 1);
    const found = searched?.itemsOf('Search') ?? [];
    expect(found.length).toBeGreaterThan(1);
    const added = rowsSchema.parse(await call('GET', `/table/companies?list=${list.id}&per_page=100&cursor=`));
    expect(added.total).toBe(found.length);
    expect(searched?.itemsOf('Add')).toEqual([
      expect.objectContaining({ id: list.id, added: found.length, count: found.length }),
    ]);
    expect(new Set(added.data.map(({ country }) => country))).toEqual(new Set(['Germany', 'France']));

    const [told] = await n8n.executionsOf(trigger, 1);
    const [event] = told?.itemsOf('Told') ?? [];
    expect(event).toMatchObject({ id: expect.any(String), type: 'alert.fired', data: { count: found.length } });

    const forged = await fetch(webhook?.url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'forged',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
      },
      body: JSON.stringify({ type: 'alert.fired', timestamp: new Date().toISOString(), data: {} }),
    });
    expect(forged.status).toBe(401);

    await n8n.deactivate(trigger);
    expect(await webhooks()).toEqual([]);
    expect(await n8n.executionsOf(trigger, 1)).toHaveLength(1);
  });

  it('rows are read, tagged and noted, and a person is added to the collector', async () => {
    const { data } = rowsSchema.parse(await call('GET', '/table/companies?per_page=2&cursor='));
    const ids = data.map(({ id }) => id);
    const { workflow, answer } = await run('marks', [
      act('Search', { resource: 'row', operation: 'search', table: 'companies', limit: 2, filters: {} }),
      act('Get', { resource: 'row', operation: 'get', table: 'companies', rowId: '={{ $json.id }}', fields: ['name'] }),
      act('Note', {
        resource: 'row',
        operation: 'writeNote',
        table: 'companies',
        rowId: '={{ $json.id }}',
        text: '=About {{ $json.name }}',
      }),
      act('Tags', {
        resource: 'row',
        operation: 'addTags',
        table: 'companies',
        rowId: "={{ $('Get').item.json.id }}",
        tags: ['warm', 'from n8n'],
      }),
      act('Person', { resource: 'person', operation: 'addPerson', url: 'https://www.linkedin.com/in/invented-person-of-n8n/' }),
    ]);
    expect(answer.status, await answer.clone().text()).toBe(200);
    const [execution] = await n8n.executionsOf(workflow, 1);
    expect(execution?.itemsOf('Tags')).toEqual([{ rows: 2, tagged: 2, addition: expect.any(Number) }]);
    expect(execution?.itemsOf('Person')).toEqual([expect.objectContaining({ added: 1 })]);
    const tagged = rowsSchema.parse(await call('GET', '/table/companies?tag=from+n8n&cursor='));
    expect(tagged.data.map(({ id }) => id)).toEqual(ids);
    const notes = await call('GET', listRowNotes.path.replace('{table}', 'companies').replace('{id}', String(ids[0])));
    expect(listRowNotes.success.body.parse(notes).data[0]?.text).toMatch(/^About ./);
  });

  it('a refusal is shown in the words of the server', async () => {
    const refused = await run('refused', [
      act('Search', {
        resource: 'row',
        operation: 'search',
        table: 'companies',
        filters: { filter: [{ name: 'employee_count_from', value: 'many' }] },
      }),
    ]);
    expect(refused.answer.status).toBe(500);
    const [execution] = await n8n.executionsOf(refused.workflow, 1);
    expect(execution?.error?.message).toMatch(/employee_count_from/);
    expect(execution?.error?.description).toMatch(/REQUEST\.INVALID, request /);
  });

  it('a trigger with a key that only reads is refused with the reason', async () => {
    const session = login.success.body.parse(await call('POST', login.path, sampleCredentials([journeySecret]), ''));
    const made = await call('POST', postApiKey.path, { name: 'reader', rights: 'read' }, session.access_token);
    const reader = await n8n.createCredential(leadloom.publicUrl, z.object({ api_key: z.string() }).parse(made).api_key);
    const workflow = await n8n.createWorkflow('reader', [
      { name: 'Told', type: 'n8n-nodes-leadloom.leadloomTrigger', parameters: { events: ['alert.fired'] }, credential: reader },
    ]);
    const { status, errors } = await n8n.activate(workflow);
    expect(status).toBe('failed');
    expect(errors.join()).toMatch(/right to write|only reads|may write/);
    expect(await webhooks()).toEqual([]);
  });
});

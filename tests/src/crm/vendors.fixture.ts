/** CRMs behind the same words, so that one test asks the same of every connector. Companies are found by their domains. */
import type { CrmConnector } from '@leadloom/server/connectors/crm-connector';
import { createHubspotConnector } from '@leadloom/server/connectors/hubspot/hubspot-connector';
import { createPipedriveConnector } from '@leadloom/server/connectors/pipedrive/pipedrive-connector';
import { createSalesforceConnector } from '@leadloom/server/connectors/salesforce/salesforce-connector';
import { HUBSPOT_TOKEN, hubspotFaults, startHubspot } from '../stand-ins/hubspot/server.ts';
import { PIPEDRIVE_TOKEN, pipedriveFaults, startPipedrive } from '../stand-ins/pipedrive/server.ts';
import { SALESFORCE_APP, salesforceFaults, startSalesforce } from '../stand-ins/salesforce/server.ts';

export interface Vendor {
  readonly connector: CrmConnector;
  /** Whether the CRM says into which record another one was merged. */
  readonly tellsMerges: boolean;
  /** The names of properties there, and a value that the vendor refuses. */
  readonly properties: {
    readonly name: string;
    readonly key: string;
    readonly number: string;
    readonly phone: string;
    readonly choice: string;
    readonly bad: Readonly<Record<string, string>>;
  };
  /** @returns the id of the record */
  seed(company: { readonly name: string; readonly domain: string }): string;
  /** The name that the record has; null: it is deleted. */
  nameOf(id: string): string | null;
  count(): number;
  remove(id: string): void;
  merge(into: string, other: string): void;
  /** The next creation is carried out, and its answer never arrives. */
  loseNextCreation(): void;
  reachDailyLimit(): void;
  /** The next call is slowed down, or fails in passing. */
  hinder(): void;
  revoke(): void;
  close(): Promise<void>;
}

/** Waits take no time. */
const sleep = async () => undefined;

async function openHubspot(mayDefine: boolean): Promise<Vendor> {
  const hubspot = await startHubspot({ mayDefine });
  const { portal, faults } = hubspot;
  return {
    connector: createHubspotConnector({ url: hubspot.origin, accessToken: HUBSPOT_TOKEN, object: 'companies', sleep }),
    tellsMerges: true,
    properties: {
      ...{ name: 'name', key: 'domain', number: 'numberofemployees', phone: 'phone', choice: 'lifecyclestage' },
      bad: { lifecyclestage: 'no such stage' },
    },
    seed: (company) => portal.create('companies', company).id,
    nameOf: (id) => portal.alive('companies').find((one) => one.id === id)?.properties.name ?? null,
    count: () => portal.alive('companies').length,
    remove: (id) => portal.archive('companies', id),
    merge: (into, other) => portal.merge('companies', into, other),
    loseNextCreation: () => faults.add({ call: /batch\/(?:create|upsert)$/, times: 1, answer: 'lost' }),
    reachDailyLimit: () => faults.add({ call: /./, answer: hubspotFaults.daily }),
    hinder: () => {
      faults.add({ call: /./, times: 1, answer: hubspotFaults.burst });
      faults.add({ call: /./, times: 1, answer: hubspotFaults.down });
    },
    revoke: hubspot.revoke,
    close: hubspot.close,
  };
}

async function openSalesforce(hasReference: boolean): Promise<Vendor> {
  const salesforce = await startSalesforce({ hasReference });
  const { organization, faults } = salesforce;
  return {
    connector: createSalesforceConnector({
      instanceUrl: 'https://example.my.salesforce.example',
      clientId: SALESFORCE_APP.client_id,
      clientSecret: SALESFORCE_APP.client_secret,
      refreshToken: SALESFORCE_APP.refresh_token,
      object: 'companies',
      network: { isPrivateAllowed: false, salesforceUrl: salesforce.origin },
      sleep,
    }),
    tellsMerges: true,
    properties: {
      ...{ name: 'Name', key: 'Website', number: 'NumberOfEmployees', phone: 'Phone', choice: 'Type' },
      bad: hasReference ? { Phone: '5'.repeat(60) } : { NumberOfEmployees: 'many' },
    },
    seed: ({ name, domain }) => organization.create('Account', { Name: name, Website: `https://www.${domain}/about` }).id,
    nameOf: (id) => (organization.find('Account', id)?.values.Name as string | undefined) ?? null,
    count: () => organization.alive('Account').length,
    remove: (id) => organization.remove('Account', id),
    merge: (into, other) => organization.merge('Account', into, other),
    loseNextCreation: () => faults.add({ call: /^(?:POST \/composite\/sobjects$|PATCH .*__c$)/, times: 1, answer: 'lost' }),
    reachDailyLimit: () => faults.add({ call: /./, answer: salesforceFaults.daily }),
    hinder: () => {
      salesforce.expire();
      faults.add({ call: /./, times: 1, answer: salesforceFaults.concurrent });
      faults.add({ call: /./, times: 1, answer: salesforceFaults.down });
    },
    revoke: salesforce.revoke,
    close: salesforce.close,
  };
}

async function openPipedrive(): Promise<Vendor> {
  const pipedrive = await startPipedrive();
  const { company, faults } = pipedrive;
  return {
    connector: createPipedriveConnector({ url: pipedrive.origin, apiToken: PIPEDRIVE_TOKEN, object: 'companies', sleep }),
    tellsMerges: false,
    properties: {
      ...{ name: 'name', key: 'website', number: 'employee_count', phone: company.phoneField, choice: 'industry' },
      bad: { employee_count: 'many' },
    },
    seed: ({ name, domain }) => String(company.create('organizations', { name, website: `https://www.${domain}/about` }).id),
    nameOf: (id) => company.find('organizations', Number(id))?.name ?? null,
    count: () => company.alive('organizations').length,
    remove: (id) => company.remove('organizations', Number(id)),
    // Pipedrive deletes the record that was merged, and does not say more.
    merge: (_, other) => company.remove('organizations', Number(other)),
    loseNextCreation: () => faults.add({ call: /^POST/, times: 1, answer: 'lost' }),
    reachDailyLimit: () => faults.add({ call: /./, answer: pipedriveFaults.daily }),
    hinder: () => {
      faults.add({ call: /./, times: 1, answer: pipedriveFaults.burst });
      faults.add({ call: /./, times: 1, answer: pipedriveFaults.down });
    },
    revoke: pipedrive.revoke,
    close: pipedrive.close,
  };
}

export const vendors: readonly (readonly [name: string, open: () => Promise<Vendor>])[] = [
  ['HubSpot', () => openHubspot(true)],
  ['HubSpot, without a property of our own', () => openHubspot(false)],
  ['Salesforce', () => openSalesforce(false)],
  ['Salesforce, with a field for our references', () => openSalesforce(true)],
  ['Pipedrive', openPipedrive],
];

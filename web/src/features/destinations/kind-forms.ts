/**
 * What is asked for each kind of destination, and where people find it. The texts that are typed become the body of a request
 * here; the contract decides whether it is whole.
 */
import { crmKeys, crmObjects } from '@leadloom/shared/contract/crm-fields';
import {
  type CrmKind,
  crmKinds,
  type Destination,
  type DestinationContent,
  type DestinationKind,
  destinationContentSchema,
  secretFields,
  updateDestination,
} from '@leadloom/shared/contract/destinations';
import type { EndpointInput } from '@leadloom/shared/contract/endpoint';

export interface KindField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** `lines`: several lines of text; `flag`: a checkbox, whose text is `true` or empty. */
  readonly input: 'text' | 'secret' | 'lines' | 'flag';
  readonly isOptional?: true;
  /** Where the secrets are sent, or whose they are: another value needs them again. */
  readonly isAddress?: true;
}

interface KindForm {
  /** One sentence on the card of the kind. */
  readonly text: string;
  readonly fields: readonly KindField[];
}

export const kindForms: Readonly<Record<DestinationKind, KindForm>> = {
  s3: {
    text: 'Files of scheduled exports in a bucket of Amazon S3, or of any store that works like it.',
    fields: [
      {
        name: 'endpoint',
        label: 'Endpoint',
        input: 'text',
        isAddress: true,
        hint: 'For Amazon, https://s3.eu-central-1.amazonaws.com with your region; otherwise the address of your store.',
      },
      {
        name: 'region',
        label: 'Region',
        input: 'text',
        hint: 'Such as eu-central-1. Stores without regions mostly take us-east-1.',
      },
      { name: 'bucket', label: 'Bucket', input: 'text' },
      { name: 'prefix', label: 'Folder', input: 'text', isOptional: true, hint: 'Optional, such as leads/weekly.' },
      {
        name: 'access_key_id',
        label: 'Access key ID',
        input: 'text',
        isAddress: true,
        hint: 'Of a user that may write to this bucket alone.',
      },
      { name: 'secret_access_key', label: 'Secret access key', input: 'secret' },
      { name: 'path_style', label: 'The bucket is part of the path, as MinIO and Ceph need it', input: 'flag', isOptional: true },
    ],
  },
  sftp: {
    text: 'Files of scheduled exports in a folder of a server that takes SFTP.',
    fields: [
      { name: 'host', label: 'Host', input: 'text', isAddress: true, hint: 'Such as files.example.com.' },
      { name: 'port', label: 'Port', input: 'text', isAddress: true, hint: 'Usually 22.' },
      { name: 'username', label: 'User name', input: 'text', isAddress: true },
      {
        name: 'folder',
        label: 'Folder',
        input: 'text',
        hint: 'The user has to be allowed to write there. It is made if there is none.',
      },
      { name: 'password', label: 'Password', input: 'secret', isOptional: true },
      {
        name: 'private_key',
        label: 'Private key',
        input: 'lines',
        isOptional: true,
        hint: 'The whole file, from BEGIN to END, without a passphrase.',
      },
    ],
  },
  'google-sheets': {
    text: 'Rows of scheduled exports in a spreadsheet. Columns to the right of ours stay as people fill them.',
    fields: [
      {
        name: 'service_account',
        label: 'Key file of a service account',
        input: 'lines',
        hint: 'In Google Cloud, turn on the Google Sheets API, create a service account and a key of type JSON, and paste the file.',
      },
      {
        name: 'spreadsheet_id',
        label: 'Spreadsheet',
        input: 'text',
        hint: 'Its address, as the browser shows it.',
      },
      { name: 'sheet', label: 'Sheet', input: 'text', hint: 'The name of its tab. It is made if there is none.' },
    ],
  },
  slack: {
    text: 'Messages of alerts in a channel, with the first ten rows and a link to the others.',
    fields: [
      {
        name: 'url',
        label: 'Webhook address',
        input: 'secret',
        hint: 'In Slack, create an app, turn on Incoming Webhooks, add one to a channel, and copy its address.',
      },
    ],
  },
  hubspot: {
    text: 'Companies and contacts of a view or a list, pushed to HubSpot after you have seen what would change.',
    fields: [
      {
        name: 'access_token',
        label: 'Access token',
        input: 'secret',
        hint: 'Of a private app in the settings of HubSpot, under Integrations. It has to read and write companies and contacts, and to read their schemas.',
      },
    ],
  },
  salesforce: {
    text: 'Accounts and contacts in Salesforce from a view or a list, after you have seen what would change.',
    fields: [
      {
        name: 'instance_url',
        label: 'Instance address',
        input: 'text',
        isAddress: true,
        hint: 'Such as https://example.my.salesforce.com.',
      },
      {
        name: 'client_id',
        label: 'Consumer key',
        input: 'text',
        isAddress: true,
        hint: 'Of a connected app with the scopes api and refresh_token.',
      },
      { name: 'client_secret', label: 'Consumer secret', input: 'secret' },
      { name: 'refresh_token', label: 'Refresh token', input: 'secret', hint: 'What the app got when you allowed it.' },
    ],
  },
  pipedrive: {
    text: 'Organizations and persons in Pipedrive from a view or a list, after you have seen what would change.',
    fields: [
      {
        name: 'api_token',
        label: 'API token',
        input: 'secret',
        hint: 'In Pipedrive, under Personal preferences, API.',
      },
    ],
  },
};

export function isCrmKind(kind: DestinationKind): kind is CrmKind {
  return crmKinds.some((known) => known === kind);
}

export type CrmDestination = Extract<Destination, { readonly kind: CrmKind }>;

export function isCrm(destination: Destination): destination is CrmDestination {
  return isCrmKind(destination.kind);
}

/** What is typed and chosen, by field. */
export type Typed = Readonly<Record<string, string>>;

/** What the form of a new destination begins with. */
export function emptyForm(kind: DestinationKind): Typed {
  return {
    ...(kind === 'sftp' ? { port: '22' } : {}),
    ...(isCrmKind(kind) ? { object: crmObjects[0], key: crmKeys[0] } : {}),
  };
}

/** What the form of a destination begins with: all but its secrets. */
export function formOf(destination: Destination): Typed {
  const shown: Record<string, string> = { name: destination.name };
  for (const { name } of kindForms[destination.kind].fields) {
    const value: unknown = Object.entries(destination).find(([key]) => key === name)?.[1];
    if (typeof value === 'string' || typeof value === 'number') shown[name] = String(value);
    if (value === true) shown[name] = 'true';
  }
  if (!isCrm(destination)) return shown;
  const { object, key, source } = destination;
  return { ...shown, object, key, source: `${source.kind}:${source.id}` };
}

/** @returns null while something is missing or cannot be sent */
export function contentOf(kind: DestinationKind, typed: Typed): DestinationContent | null {
  const content = { kind, ...bodyOf(kind, typed), ...(isCrmKind(kind) ? { mapping: [] } : {}) };
  if (kind === 'sftp' && !('password' in content) && !('private_key' in content)) return null;
  const { data = null } = destinationContentSchema.safeParse(content);
  return data;
}

export type DestinationChange = EndpointInput<typeof updateDestination>['body'];

/** What differs from the stored one; secrets where some were typed. @returns null while something cannot be sent */
export function changeOf(destination: Destination, typed: Typed): DestinationChange | null {
  const before = formOf(destination);
  const isEmptied = kindForms[destination.kind].fields.some(
    ({ name, input, isOptional }) =>
      input !== 'flag' && isOptional !== true && before[name] !== undefined && (typed[name] ?? '').trim() === '',
  );
  if (isEmptied) return null;
  const body = bodyOf(destination.kind, typed, true);
  const changed = Object.entries(body).filter(([name]) => typed[name] !== before[name]);
  // Properties of companies are none of contacts.
  const mapping = changed.some(([name]) => name === 'object') ? { mapping: [] } : {};
  const { data = null } = updateDestination.body.safeParse({ ...Object.fromEntries(changed), ...mapping });
  return data;
}

/** Whether the secrets have to be entered again, because what is sent would go elsewhere. */
export function needsSecretsAgain(destination: Destination, typed: Typed): boolean {
  const before = formOf(destination);
  return kindForms[destination.kind].fields.some(
    ({ name, isAddress }) => isAddress === true && (typed[name] ?? '').trim() !== (before[name] ?? ''),
  );
}

export function hasAllSecrets(kind: DestinationKind, typed: Typed): boolean {
  const isTyped = (name: string) => (typed[name] ?? '').trim() !== '';
  return kind === 'sftp' ? secretFields[kind].some(isTyped) : secretFields[kind].every(isTyped);
}

/** @param withEmpty optional fields that were emptied are part of it */
function bodyOf(kind: DestinationKind, typed: Typed, withEmpty = false): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = { name: (typed.name ?? '').trim() };
  for (const { name, input, isOptional } of kindForms[kind].fields) {
    const text = (typed[name] ?? '').trim();
    if (input === 'flag') body[name] = text === 'true';
    else if (text !== '') body[name] = readTyped(name, text);
    else if (withEmpty && isOptional === true && input === 'text') body[name] = '';
  }
  if (!isCrmKind(kind)) return body;
  const [sourceKind, id] = (typed.source ?? '').split(/:(.*)/s);
  return {
    ...body,
    object: typed.object,
    key: typed.key,
    source: sourceKind === 'list' ? { kind: 'list', id: Number(id) } : { kind: sourceKind, id },
  };
}

export function isPort(text: string): boolean {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

function readTyped(name: string, text: string): unknown {
  if (name === 'port') return Number(text);
  if (name === 'spreadsheet_id') return /\/spreadsheets\/d\/([\w-]+)/.exec(text)?.[1] ?? text;
  if (name === 'private_key') return `${text}\n`;
  return name === 'service_account' ? readKeyFile(text) : text;
}

/** @returns undefined: it is not the JSON of an object */
function readKeyFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address in a service account's key file, with which the spreadsheet has to be shared; null: it is not such a file. */
export function emailInKeyFile(text: string): string | null {
  const file = readKeyFile(text);
  const isFile = typeof file === 'object' && file !== null && 'client_email' in file && 'private_key' in file;
  return isFile && typeof file.client_email === 'string' ? file.client_email : null;
}

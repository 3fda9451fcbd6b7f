/** What a destination consists of: settings that members see, and secrets. Pure, but for the views and lists that a CRM names. */

import {
  type DestinationContent,
  type DestinationKind,
  destinationContentSchema,
  secretFields,
  type updateDestination,
} from '@leadloom/shared/contract/destinations';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { ConnectorNetwork } from '../../connectors/connector.ts';
import { type AddressJudgement, judgeHost, judgeUrl } from '../../connectors/judge-address.ts';
import { AppError } from '../../http/app-error.ts';
import type { Member } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { tableOfList } from '../tables/my-rows/watched-lists.service.ts';
import { openView } from '../tables/views/table-views.service.ts';
import type { DestinationSecrets } from './destination-secret.ts';

export type DestinationChanges = EndpointRequest<typeof updateDestination>['body'];

/** What is stored of a destination's content. */
export interface SplitContent {
  readonly kind: DestinationKind;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: DestinationSecrets;
}

/** The fields that say where secrets are sent, or whose they are: another value needs the secrets again. */
const addressFields: Readonly<Record<DestinationKind, readonly string[]>> = {
  s3: ['endpoint', 'access_key_id'],
  sftp: ['host', 'port', 'username'],
  'google-sheets': [],
  slack: [],
  hubspot: [],
  salesforce: ['instance_url', 'client_id'],
  pipedrive: [],
};
/** Names that S3-compatible stores give buckets; an address or a path is none. */
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const SPREADSHEET_ID = /^[A-Za-z0-9_-]+$/;

/** @throws {AppError} DESTINATION.ADDRESS_INVALID, DESTINATION.ADDRESS_PRIVATE, REQUEST.INVALID */
export function splitContent(content: DestinationContent, network: ConnectorNetwork): SplitContent {
  requireAddress(content, network);
  const { kind, name, ...fields } = content;
  const isSecret = (field: string) => secretFields[kind].includes(field);
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const settings = Object.fromEntries(entries.filter(([field]) => !isSecret(field)));
  const secrets = Object.fromEntries(entries.filter(([field]) => isSecret(field)));
  if (kind === 'sftp' && Object.keys(secrets).length === 0)
    throw new AppError('REQUEST.INVALID', { message: 'Enter a password, or a private key.' });
  if (content.kind !== 'google-sheets') return { kind, name, settings, secrets };
  // Members need it to share the spreadsheet with it.
  return { kind, name, settings: { ...settings, service_account_email: content.service_account.client_email }, secrets };
}

/** Settings and secrets as a connector gets them. @throws {ZodError} they were stored by a version with other fields */
export function joinContent({ kind, name, settings, secrets }: SplitContent): DestinationContent {
  const { service_account_email: _, ...fields } = settings;
  return destinationContentSchema.parse({ kind, name, ...fields, ...secrets });
}

/**
 * Content after a change.
 * @param secrets null: they can be read no more, and all of them must be sent again
 * @throws {AppError} DESTINATION.SECRET_NEEDED, DESTINATION.ADDRESS_INVALID, DESTINATION.ADDRESS_PRIVATE, REQUEST.INVALID
 */
export function changeContent(
  { kind, name, settings, secrets }: Omit<SplitContent, 'secrets'> & { readonly secrets: DestinationSecrets | null },
  { state: _, host_key: hostKey, ...changes }: DestinationChanges,
  network: ConnectorNetwork,
): SplitContent {
  if (hostKey === null && kind !== 'sftp') throw unknownField('host_key', kind);
  const { service_account_email: __, ...known } = settings;
  const fields: Readonly<Record<string, unknown>> = changes;
  const sent = secretFields[kind].filter((field) => fields[field] !== undefined);
  const isElsewhere = addressFields[kind].some((field) => fields[field] !== undefined && fields[field] !== known[field]);
  // A password takes the place of a private key, and the other way round.
  const kept = kind === 'sftp' && sent.length > 0 ? {} : secrets;
  if (sent.length < needed(kind) && (isElsewhere || kept === null)) throw new AppError('DESTINATION.SECRET_NEEDED');
  const parsed = destinationContentSchema.safeParse({ kind, name, ...known, ...kept, ...changes });
  if (parsed.success) return splitContent(parsed.data, network);
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') throw unknownField(issue.keys.join(', '), kind);
  throw new AppError('REQUEST.INVALID', { message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}` });
}

/** Secrets that a new address needs. */
function needed(kind: DestinationKind): number {
  return kind === 'sftp' ? 1 : secretFields[kind].length;
}

function unknownField(fields: string, kind: DestinationKind): AppError {
  return new AppError('REQUEST.INVALID', { message: `${fields}: a destination of the kind ${kind} has no such field` });
}

/** Whether a change leads to another server, so that its pinned host key counts no more. */
export function isOtherServer(before: SplitContent['settings'], after: SplitContent['settings']): boolean {
  return before.host !== after.host || before.port !== after.port;
}

function requireAddress(content: DestinationContent, network: ConnectorNetwork): void {
  const judged = judgeContent(content, network);
  if (judged === 'invalid') throw new AppError('DESTINATION.ADDRESS_INVALID');
  if (judged === 'private') throw new AppError('DESTINATION.ADDRESS_PRIVATE');
  if (content.kind === 's3' && !BUCKET.test(content.bucket))
    throw new AppError('DESTINATION.ADDRESS_INVALID', { message: 'This is not the name of a bucket.' });
  if (content.kind === 'google-sheets' && !SPREADSHEET_ID.test(content.spreadsheet_id))
    throw new AppError('DESTINATION.ADDRESS_INVALID', {
      message: 'This is not the id of a spreadsheet. It stands between /d/ and /edit in its address.',
    });
}

function judgeContent(content: DestinationContent, network: ConnectorNetwork): AddressJudgement {
  switch (content.kind) {
    case 's3':
      return judgeUrl(content.endpoint, network);
    case 'sftp':
      return judgeHost(content.host, network);
    case 'slack':
      return judgeUrl(content.url, network);
    case 'salesforce':
      return judgeUrl(content.instance_url, network);
    case 'google-sheets':
    case 'hubspot':
    case 'pipedrive':
      return 'allowed';
  }
}

/** Looks on a connection of its own, so not within a transaction. @throws {AppError} VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND: the view or list that a CRM gets */
export async function requireSource(platform: Platform, member: Member, source: DestinationChanges['source']): Promise<void> {
  if (source === undefined) return;
  if (source.kind === 'view') await openView(platform, member, source.id);
  else if ((await tableOfList(platform.database, member, source.id)) === null) throw new AppError('ROW_LIST.NOT_FOUND');
}

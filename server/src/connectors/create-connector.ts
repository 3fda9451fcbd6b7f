/** Makes the connector of a destination. Libraries are read when one is needed: most servers use few of them. */
import type { DestinationContent, DestinationKind } from '@leadloom/shared/contract/destinations';
import type { DestinationSettings } from '../config.ts';
import type { FileConnector, MessageConnector, RowConnector } from './connector.ts';
import { RefusedByDestination } from './connector.ts';
import type { CrmConnector } from './crm-connector.ts';

export type AnyConnector = FileConnector | RowConnector | MessageConnector | CrmConnector;

export interface ConnectorParts {
  /** `config.destinations`: where connections may lead, and where the vendors are. */
  readonly network: DestinationSettings;
  /** SFTP: `SHA256:…` of the pinned host key; null: none is pinned yet, and only a test may connect. */
  readonly hostKey: string | null;
}

type ContentOf<Kind extends DestinationKind> = Extract<DestinationContent, { readonly kind: Kind }>;
/** Settings and secrets of a destination, and how its vendor is reached. */
type Make<Kind extends DestinationKind> = (content: ContentOf<Kind>, parts: ConnectorParts) => Promise<AnyConnector>;

const makers: { readonly [Kind in DestinationKind]?: Make<Kind> } = {
  s3: async (content, { network }) => (await import('./s3/s3-connector.ts')).createS3Connector(content, network),
  'google-sheets': async (content, { network }) =>
    (await import('./google-sheets/google-sheets-connector.ts')).createGoogleSheetsConnector(content, content, network),
  slack: async (content, { network }) =>
    (await import('./slack/slack-connector.ts')).createSlackConnector(content, content, network),
  sftp: async (content, parts) => (await import('./sftp/sftp-connector.ts')).createSftpConnector(content, parts),
  hubspot: async ({ access_token: accessToken, object }, { network: { hubspotUrl: url } }) => {
    const { createHubspotConnector } = await import('./hubspot/hubspot-connector.ts');
    return createHubspotConnector({ url, accessToken, object });
  },
  salesforce: async (content, { network }) => {
    const { createSalesforceConnector } = await import('./salesforce/salesforce-connector.ts');
    const { instance_url: instanceUrl, client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = content;
    return createSalesforceConnector({ instanceUrl, clientId, clientSecret, refreshToken, object: content.object, network });
  },
  pipedrive: async ({ api_token: apiToken, object }, { network: { pipedriveUrl: url } }) => {
    const { createPipedriveConnector } = await import('./pipedrive/pipedrive-connector.ts');
    return createPipedriveConnector({ url, apiToken, object });
  },
};

/** @throws {RefusedByDestination} this version has no connector of the kind */
export async function createConnector<Kind extends DestinationKind>(
  content: ContentOf<Kind>,
  parts: ConnectorParts,
): Promise<AnyConnector> {
  const kind: Kind = content.kind as Kind;
  const make: Make<Kind> | undefined = makers[kind];
  if (make === undefined) throw new RefusedByDestination('This version cannot send to this kind of destination yet.');
  return make(content, parts);
}

/** The data API as an OpenAPI 3.1 document, generated from the endpoint definitions that are open to keys. */
import { DELETIONS_RETENTION_DAYS } from '@leadloom/shared/contract/data-api';
import { MAX_PAGED_ROWS } from '@leadloom/shared/contract/tables';
import { openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import { openApiComponents } from './openapi-components.ts';
import { groupTags, openApiOperation } from './openapi-operation.ts';

const VERSION = '1';

const description = `Reads the tables of business data, and the data that the account itself collected. Keys that may write also change lists, tags, notes, views, alerts, webhooks and scheduled exports.

- A key is a secret: send it in a header, never in an address.
- A parameter that does not exist is refused. Lists are repeated parameters. New fields may be added to an answer at any time.
- Beyond ${MAX_PAGED_ROWS.toLocaleString('en')} rows, and for whole tables, use \`cursor\`. A walk that starts with an empty one and names no \`sort\` goes by id: it misses no row and repeats none. With a \`sort\`, a row whose value changes meanwhile may be missed or repeated.
- \`GET /deleted\` lists deleted rows for ${DELETIONS_RETENTION_DAYS} days, so that copies can stay up to date.
- Calls with keys that start with \`ll_test_\` return sample rows and are never counted. They change nothing: endpoints of lists, tags, notes, views, alerts, webhooks and scheduled exports answer them with 404.`;

/** @param publicUrl of the server, such as `https://leads.example.com` */
export function createOpenApiDocument(publicUrl: string): Readonly<Record<string, unknown>> {
  const { origin } = new URL(publicUrl);
  const byPath = Map.groupBy(openEndpoints(), ({ endpoint: row }) => row.path);
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Leadloom data API', version: VERSION, description },
    servers: [{ url: `${origin}/api/v1` }],
    externalDocs: { description: 'The reference, for people', url: `${origin}/app/docs/api` },
    security: [{ bearer: [] }, { header: [] }],
    tags: Object.values(groupTags),
    paths: Object.fromEntries(
      [...byPath].map(([path, endpoints]) => [
        path,
        Object.fromEntries(
          endpoints.map((endpoint) => [endpoint.endpoint.method.toLowerCase(), openApiOperation(endpoint, origin)]),
        ),
      ]),
    ),
    components: openApiComponents(),
  };
}

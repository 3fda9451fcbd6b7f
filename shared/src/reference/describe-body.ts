/** The body of an open endpoint as JSON Schema, with a description for each of its fields. Pure. */
import { withTexts } from './describe-answer.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import type { OpenEndpoint } from './open-endpoints.ts';

/** Texts by the name of the endpoint and the path of the field. */
const bodyTexts: Readonly<Record<string, string>> = {
  'matchRows.table': 'The table whose rows are looked for',
  'matchRows.rows': 'The lines of your list. Fields that the table has no column for are ignored, and so is what cannot be read',
  'matchRows.rows[].domain':
    'The address of a website, or its host. Hosts that many share, such as facebook.com, find pages alone',
  'matchRows.rows[].linkedin_url': 'The address of a person or company at LinkedIn',
  'matchRows.rows[].email': 'An email address; people only',
  'matchRows.rows[].name': 'The name, in any letter case',
  'matchRows.rows[].country': 'The country, by a name or code. Without it, a name is looked for in all countries',
};

/** Describes the body; null: the endpoint takes none. */
export function describeBody({ name, endpoint }: Pick<OpenEndpoint, 'name' | 'endpoint'>): JsonSchema | null {
  return endpoint.body === undefined ? null : withTexts(jsonSchemaOf(endpoint.body, 'input'), name, '', bodyTexts);
}

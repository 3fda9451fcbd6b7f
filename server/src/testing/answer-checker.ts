/** Holds answers against the OpenAPI document of the server that gave them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TestServer } from './test-server.ts';

/** @returns what is wrong with an answer of a path and method as the document names them; empty where nothing is */
export type AnswerChecker = (path: string, method: string, status: number, answer: unknown) => readonly string[];

export async function createAnswerChecker({ app }: TestServer): Promise<AnswerChecker> {
  const document = (await app.inject('/api/v1/openapi.json')).json();
  // The document's own words (`x-row`, `discriminator`, …) are no keywords of JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const asPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
  return (path, method, status, answer) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    const place = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'].map(asPointer).join('/');
    const check = ajv.compile({ $ref: `openapi#/${place}` });
    return check(answer) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/**
 * Answers one message of an agent with the official SDK, which is loaded with the first message. Descriptions of the tools
 * and resources never change while the server runs: the SDK makes each once, and its text is cached.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { z } from 'zod';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { withoutAbsentParameters } from './absent-values.ts';
import { type AgentServerParts, createAgentServer } from './agent-server.ts';
import type { DescriptionRequest } from './description-request.ts';

const answeredSchema = z.object({ result: z.unknown().optional() });

interface MessageAnswer {
  readonly status: number;
  /** The content type; null: there is no body. */
  readonly type: string | null;
  readonly body: string | undefined;
}

/** There are about ten descriptions. Requests for the same one may differ in headers and in parameters that change nothing. */
const CACHED_DESCRIPTIONS = 50;
const LONGEST_KEY = 500;
/** Results as JSON, by all that they depend on. */
const results = createBoundedCache<string>(CACHED_DESCRIPTIONS);

/**
 * Answers as `answerMessage` does.
 * @param description depends on its method, its parameters, the headers, and whether the key may act
 */
export async function answerDescription(
  request: Request,
  description: DescriptionRequest,
  parts: AgentServerParts,
): Promise<MessageAnswer> {
  const { id, ...message } = description;
  const key = JSON.stringify([message, [...request.headers], parts.acting !== null]);
  const cached = results.get(key);
  if (cached !== undefined)
    return { status: 200, type: 'application/json', body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${cached}}` };
  const answer = await answerMessage(request, description, parts);
  const { result } = answeredSchema.parse(answer.status === 200 ? JSON.parse(answer.body ?? '{}') : {});
  if (result !== undefined && key.length <= LONGEST_KEY) results.set(key, JSON.stringify(result));
  return answer;
}

/** @param body as it was parsed from the request */
export async function answerMessage(request: Request, body: unknown, parts: AgentServerParts): Promise<MessageAnswer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createAgentServer(parts);
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: withoutAbsentParameters(body) });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: response.body === null ? undefined : await response.text(),
    };
  } finally {
    await server.close();
  }
}

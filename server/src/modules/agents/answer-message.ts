/** One message of an agent, answered by the official SDK. Loaded with the first message. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { withoutAbsentParameters } from './absent-values.ts';
import { type AgentServerParts, createAgentServer } from './agent-server.ts';

interface MessageAnswer {
  readonly status: number;
  /** null: there is no body. */
  readonly type: string | null;
  readonly body: string | undefined;
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

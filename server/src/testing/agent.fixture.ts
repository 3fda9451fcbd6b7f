/** An agent: the official client of the Model Context Protocol, connected to a listening server with a key. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

export interface Agent {
  readonly client: Client;
  /** The structured content of an answer. */
  readonly ask: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>;
  /** The text of a refusal. */
  readonly refusal: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
}

const resultSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

/** @param origin of the server, such as `http://127.0.0.1:3000` */
export async function connectAgent(origin: string, key: string): Promise<Agent> {
  const client = new Client({ name: 'test-agent', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }));
  const call = async (name: string, input: Readonly<Record<string, unknown>>) =>
    resultSchema.parse(await client.callTool({ name, arguments: { ...input } }));
  return {
    client,
    ask: async (tool, input) => {
      const { isError, structuredContent, content } = await call(tool, input);
      if (isError === true || structuredContent === undefined) throw new Error(content[0].text);
      return structuredContent;
    },
    refusal: async (tool, input) => {
      const { isError, content } = await call(tool, input);
      if (isError !== true) throw new Error(`${tool} was not refused`);
      return content[0].text;
    },
  };
}

/**
 * The shape of a tool that changes something. Its first call says how many rows it means and what it will cost, and gives a
 * token; it acts only when called again with the same arguments and the token, while they mean the same rows.
 */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { jsonSchemaOf } from '@leadloom/shared/reference/json-schema';
import * as z from 'zod/mini';
import { AppError } from '../../http/app-error.ts';
import { validate } from '../../http/validate.ts';
import { type AgentActing, type AgentCall, type AgentTool, type Answer, describeInput } from './agent-tool.ts';

export interface ActingCall extends AgentCall {
  readonly acting: AgentActing;
  /** Whether rows are counted for a preview, which costs as counting does. */
  readonly isPreview: boolean;
}

/** What a call would do. */
interface Plan {
  /** The number of rows that it means; only a preview tells it. */
  readonly rows: number;
  /** Requests of the month that doing it costs; for an export, rows of the month's export limit. */
  readonly cost: number;
  /** What the arguments mean now. A confirmation is good only for the same. */
  readonly meant: unknown;
  readonly act: () => Promise<Answer>;
}

interface ActingToolParts<Input extends z.ZodMiniObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The fields of the answer to a confirmed call. */
  readonly result: Readonly<Record<string, z.ZodMiniType>>;
  /** The calls of the data API that it makes. */
  readonly needs: (input: z.output<Input>) => readonly EndpointDefinition[];
  readonly plan: (input: z.output<Input>, call: ActingCall) => Promise<Plan>;
}

const CONFIRM_TEXT =
  'Call it first without confirm: the answer says how many rows it means, what it will cost, and has a confirm token. Show this to the user, then call it again with the same arguments and confirm. The token is good for ten minutes, once, and only while the same rows match.';
const NO_ACTING = 'This key changes nothing: use a live key with the right to write.';
const confirm = z.optional(z.string().check(z.minLength(1), z.maxLength(100)));
const confirmed = z.looseObject({ confirm });

export function actingTool<Input extends z.ZodMiniObject>(parts: ActingToolParts<Input>): AgentTool {
  const { name, title, description, input, result, needs, plan } = parts;
  const taken = z.extend(input, { confirm });
  const preview = { rows: z.int(), cost: z.int(), confirm: z.string() };
  return {
    name,
    title,
    description: `${description} ${CONFIRM_TEXT}`,
    inputSchema: describeInput(taken),
    // Either the fields of a preview, or those of what was done.
    outputSchema: jsonSchemaOf(z.partial(z.object({ ...preview, ...result })), 'output'),
    isActing: true,
    run: async (value, call) => {
      const { acting } = call;
      if (acting === null) throw new AppError('KEY.RIGHT_MISSING', { message: NO_ACTING });
      validate(taken, value, 'body');
      const { confirm: token, ...sent } = confirmed.parse(value);
      const wanted = input.parse(sent);
      for (const endpoint of needs(wanted)) acting.requireAllowed(endpoint);
      if (token === undefined) {
        const { rows, cost, meant } = await plan(wanted, { ...call, acting, isPreview: true });
        return { rows, cost, confirm: await acting.confirmations.give([name, wanted, meant]) };
      }
      await acting.confirmations.require(token);
      const { meant, act } = await plan(wanted, { ...call, acting, isPreview: false });
      await acting.confirmations.take(token, [name, wanted, meant]);
      return act();
    },
  };
}

/** Takes back the first of two steps where the second failed. Its own failure is not told: the first one says what is wrong. */
export async function orUndo<Result>(step: () => Promise<Result>, undo: () => Promise<unknown>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
}

/**
 * The messages between web app and extension, one definition each: who may send it, what it contains, and
 * the response. Page client, bridge and background are derived from these definitions.
 *
 * Requests are strict: an unknown field refuses the message. Replies contain data or a fixed error code, never
 * headers, cookies or stacks.
 */
import * as z from 'zod/mini';
import { searchParamsSchema } from '../contract/linkedin.ts';
import { candidateSchema, restCandidateSchema, signedCatalogueSchema } from '../linkedin/catalogue.ts';
import { MAX_URL_LENGTH } from '../linkedin/endpoint-grammar.ts';
import { challengeSchema, extensionProofSchema } from '../linkedin/extension-proof.ts';
import { allowanceSchema } from './allowance.ts';
import { MAX_ANSWER_LENGTH } from './limits.ts';

const answer = z.object({
  /** LinkedIn's body as text, undecoded; the parsers check it. */
  body: z.string().check(z.maxLength(MAX_ANSWER_LENGTH)),
});

interface MessageDefinition {
  /** `app`: a page of a Leadloom origin, in its top frame. Nobody else may send messages. */
  readonly sender: 'app';
  readonly request: z.ZodMiniObject;
  readonly response: z.ZodMiniObject;
  /** The page gives up after this many milliseconds. */
  readonly timeoutMs: number;
  /** Whether LinkedIn is asked for it, so that the reply waits for LinkedIn's. */
  readonly asksLinkedIn: boolean;
}

export const messageDefinitions = {
  /**
   * Returns whether the extension is installed, and its version. A page that has not proved its server only
   * gets a challenge; the other messages return `unproved` until it returns the proof. A page that has
   * proved its server also gets its allowance. Requests nothing from LinkedIn.
   */
  checkExtension: {
    sender: 'app',
    request: z.strictObject({
      /** The catalogue, handed over once per page load; it contains the operator's limits. */
      catalogue: z.optional(signedCatalogueSchema),
      /** The server's response to the last challenge of this page. */
      proof: z.optional(extensionProofSchema),
    }),
    response: z.object({
      installed: z.literal(true),
      version: z.string(),
      /** Absent once the page has proved its server. Valid for one proof by this page, for one minute. */
      challenge: z.optional(challengeSchema),
      /** The allowance, only for a page that has proved its server. */
      allowance: z.optional(allowanceSchema),
      /** false until the user has confirmed the key of an address they connected themselves. */
      isKeyConfirmed: z.optional(z.boolean()),
      /**
       * How long LinkedIn has answered nothing although a request is under way; 0 if none is. Only for a page that has
       * proved its server.
       */
      unansweredSeconds: z.optional(z.int().check(z.minimum(0))),
    }),
    timeoutMs: 4_000,
    asksLinkedIn: false,
  },
  /** Whether the member is signed in to LinkedIn. Only a boolean: no cookie value leaves the browser. */
  checkCookies: {
    sender: 'app',
    request: z.strictObject({}),
    response: z.object({ available: z.boolean() }),
    timeoutMs: 6_000,
    asksLinkedIn: false,
  },
  /** One page of the member's own connections. */
  checkConnections: {
    sender: 'app',
    request: z.strictObject({ page: z.int().check(z.minimum(1), z.maximum(1000)), candidate: restCandidateSchema }),
    response: z.extend(answer, { page: z.int() }),
    timeoutMs: 180_000,
    asksLinkedIn: true,
  },
  /** One page of a people search. */
  runSearch: {
    sender: 'app',
    request: z.strictObject({ params: z.strictObject(searchParamsSchema.shape), candidate: candidateSchema }),
    response: z.extend(answer, { page: z.int() }),
    timeoutMs: 180_000,
    asksLinkedIn: true,
  },
  /** Fetches one address of the allow-list (`endpoint-grammar.ts`), with the member's session. */
  fetchData: {
    sender: 'app',
    request: z.strictObject({
      url: z.string().check(z.maxLength(MAX_URL_LENGTH)),
      /** true requests plain JSON, false LinkedIn's normalized format. */
      json: z.boolean(),
      /** The id is chosen by the page and used once; a repeated id is refused. */
      requestId: z.uuid(),
    }),
    response: z.extend(answer, { requestId: z.uuid() }),
    timeoutMs: 180_000,
    asksLinkedIn: true,
  },
} as const satisfies Record<string, MessageDefinition>;

export type MessageName = keyof typeof messageDefinitions;
export type MessageRequest<Name extends MessageName> = z.output<(typeof messageDefinitions)[Name]['request']>;
export type MessageResponse<Name extends MessageName> = z.output<(typeof messageDefinitions)[Name]['response']>;

/** Whether the name is an own key: `constructor` and `__proto__` are not messages. */
export function isMessageName(name: unknown): name is MessageName {
  return typeof name === 'string' && Object.hasOwn(messageDefinitions, name);
}

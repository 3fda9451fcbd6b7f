/**
 * The endpoint catalogue: the query ids and decorations for each thing the collector reads, best first, the
 * rest as fallbacks. LinkedIn changes them often, so the server delivers them as data. The extension holds only
 * the grammar they must match (`endpoint-grammar.ts`).
 */
import * as z from 'zod/mini';
import { DECORATION_PATTERN, QUERY_ID_PATTERN } from './endpoint-grammar.ts';
import { publicKeySchema, signatureSchema } from './extension-proof.ts';

/** A Rest.li finder with a decoration: one entity with all the fields the decoration selects. */
export const restCandidateSchema = z.strictObject({
  kind: z.literal('rest'),
  decorationId: z.string().check(z.regex(DECORATION_PATTERN)),
  /** When this id was last seen working; shown to the operator. */
  capturedAt: z.optional(z.iso.date()),
});

/** A registered GraphQL query, named by its resource and hash. */
export const graphqlCandidateSchema = z.strictObject({
  kind: z.literal('graphql'),
  queryId: z.string().check(z.regex(QUERY_ID_PATTERN)),
  /** Some ids belong to other clients and return plain JSON only. */
  plain: z.optional(z.boolean()),
  capturedAt: z.optional(z.iso.date()),
});

export const candidateSchema = z.discriminatedUnion('kind', [restCandidateSchema, graphqlCandidateSchema]);
export type RestCandidate = z.infer<typeof restCandidateSchema>;
export type GraphqlCandidate = z.infer<typeof graphqlCandidateSchema>;
export type Candidate = z.infer<typeof candidateSchema>;

/** The name of a candidate: its decoration or its query id. */
export function idOf(candidate: Candidate): string {
  return candidate.kind === 'rest' ? candidate.decorationId : candidate.queryId;
}

const rest = z.array(restCandidateSchema).check(z.minLength(1), z.maxLength(8));
const graphql = z.array(graphqlCandidateSchema).check(z.minLength(1), z.maxLength(8));
const either = z.array(candidateSchema).check(z.minLength(1), z.maxLength(8));

/** The most the extension requests from LinkedIn in any 24 hours, whatever the operator sets. */
export const HARD_LIMITS = { profiles: 150, searchPages: 100, requests: 1_000 } as const;

export const catalogueSchema = z.strictObject({
  /**
   * Incremented by the operator with every change. The extension rejects a version older than the last it
   * accepted.
   */
  version: z.int().check(z.minimum(1)),
  /** The operator's limits per member in a rolling 24 hours. The extension's defaults apply where absent. */
  limits: z.optional(
    z.strictObject({
      profiles: z.optional(z.int().check(z.minimum(1), z.maximum(HARD_LIMITS.profiles))),
      searchPages: z.optional(z.int().check(z.minimum(1), z.maximum(HARD_LIMITS.searchPages))),
      /** Requests of all kinds together. The number can only be lowered. */
      requests: z.optional(z.int().check(z.minimum(1), z.maximum(HARD_LIMITS.requests))),
    }),
  ),
  /** Everything about one member: positions, education, photo, location. */
  profile: rest,
  /** Connection and follower counts. */
  topCard: rest,
  /** The data that the member shares with this viewer: email, phone, websites. */
  contact: rest,
  /** The rows of a section as rendered for the page: experience, education, skills. */
  components: graphql,
  /** Rows of a section beyond the first page. */
  componentsPage: graphql,
  /** The profile page's cards: about, experience, education. */
  cards: graphql,
  connections: rest,
  search: either,
  company: rest,
  typeahead: either,
});
export type Catalogue = z.infer<typeof catalogueSchema>;

/**
 * A catalogue as delivered: the exact text that was signed. The extension knows the key of each origin, so a
 * compromised page cannot raise the operator's limits.
 */
export const signedCatalogueSchema = z.strictObject({
  /** JSON of a `Catalogue`. */
  document: z.string().check(z.maxLength(64 * 1024)),
  /** The signature of the document's UTF-8 bytes. */
  signature: signatureSchema,
  publicKey: publicKeySchema,
});
export type SignedCatalogue = z.infer<typeof signedCatalogueSchema>;

/**
 * The endpoint catalogue: the query ids and decorations for each thing the collector reads, best first, the
 * rest as fallbacks. LinkedIn changes them often, so the server delivers them as data. The extension holds only
 * the grammar they must match (`endpoint-grammar.ts`).
 */
import { z } from 'zod';
import { DECORATION_PATTERN, QUERY_ID_PATTERN } from './endpoint-grammar.ts';
import { publicKeySchema, signatureSchema } from './extension-proof.ts';

/** A Rest.li finder with a decoration: one entity with all the fields the decoration selects. */
export const restCandidateSchema = z.strictObject({
  kind: z.literal('rest'),
  decorationId: z.string().regex(DECORATION_PATTERN),
  /** When this id was last seen working; shown to the operator. */
  capturedAt: z.iso.date().optional(),
});

/** A registered GraphQL query, named by its resource and hash. */
export const graphqlCandidateSchema = z.strictObject({
  kind: z.literal('graphql'),
  queryId: z.string().regex(QUERY_ID_PATTERN),
  /** Some ids belong to other clients and return plain JSON only. */
  plain: z.boolean().optional(),
  capturedAt: z.iso.date().optional(),
});

export const candidateSchema = z.discriminatedUnion('kind', [restCandidateSchema, graphqlCandidateSchema]);
export type RestCandidate = z.infer<typeof restCandidateSchema>;
export type GraphqlCandidate = z.infer<typeof graphqlCandidateSchema>;
export type Candidate = z.infer<typeof candidateSchema>;

const rest = z.array(restCandidateSchema).min(1).max(8);
const graphql = z.array(graphqlCandidateSchema).min(1).max(8);
const either = z.array(candidateSchema).min(1).max(8);

/** The most the extension requests from LinkedIn in any 24 hours, whatever the operator sets. */
export const HARD_LIMITS = { profiles: 150, searchPages: 100, requests: 1_000 } as const;

export const catalogueSchema = z.strictObject({
  /**
   * Incremented by the operator with every change. The extension rejects a version older than the last it
   * accepted.
   */
  version: z.int().min(1),
  /** The operator's limits per member in a rolling 24 hours. The extension's defaults apply where absent. */
  limits: z
    .strictObject({
      profiles: z.int().min(1).max(HARD_LIMITS.profiles).optional(),
      searchPages: z.int().min(1).max(HARD_LIMITS.searchPages).optional(),
      /** All kinds together. Can only be lowered. */
      requests: z.int().min(1).max(HARD_LIMITS.requests).optional(),
    })
    .optional(),
  /** Everything about one member: positions, education, photo, location. */
  profile: rest,
  /** Connection and follower counts. */
  topCard: rest,
  /** What the member shares with this viewer: email, phone, websites. */
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
  document: z.string().max(64 * 1024),
  /** Over the document's UTF-8 bytes. */
  signature: signatureSchema,
  publicKey: publicKeySchema,
});
export type SignedCatalogue = z.infer<typeof signedCatalogueSchema>;

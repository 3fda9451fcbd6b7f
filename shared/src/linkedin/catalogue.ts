/**
 * The endpoint catalogue: which query ids and decorations to use for each thing the collector reads,
 * best first, the rest as fallbacks. They rotate on LinkedIn's side, so they are data the server
 * delivers; the extension holds only the grammar they must match (`endpoint-grammar.ts`).
 */
import { z } from 'zod';
import { DECORATION_PATTERN, QUERY_ID_PATTERN } from './endpoint-grammar.ts';
import { publicKeySchema, signatureSchema } from './extension-proof.ts';

/** A Rest.li finder with a decoration: one entity with everything the decoration names. */
export const restCandidateSchema = z.strictObject({
  kind: z.literal('rest'),
  decorationId: z.string().regex(DECORATION_PATTERN),
  /** When this id was last seen working, for the operator. */
  capturedAt: z.iso.date().optional(),
});

/** A registered GraphQL query, named by its resource and hash. */
export const graphqlCandidateSchema = z.strictObject({
  kind: z.literal('graphql'),
  queryId: z.string().regex(QUERY_ID_PATTERN),
  /** Some ids belong to other clients and answer plain JSON only. */
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

/** What the extension may ask of LinkedIn in any 24 hours, whoever asks for more. */
export const HARD_LIMITS = { profiles: 150, searchPages: 100, requests: 1_000 } as const;

export const catalogueSchema = z.strictObject({
  /** Raised by the operator with every change: the extension takes no older document than it has seen. */
  version: z.int().min(1),
  /** The operator's ceiling per member and rolling 24 hours; the extension's defaults where absent. */
  limits: z
    .strictObject({
      profiles: z.int().min(1).max(HARD_LIMITS.profiles).optional(),
      searchPages: z.int().min(1).max(HARD_LIMITS.searchPages).optional(),
      /** Of all kinds together; it can only be lowered. */
      requests: z.int().min(1).max(HARD_LIMITS.requests).optional(),
    })
    .optional(),
  /** Everything about one member: positions, education, photo, location. */
  profile: rest,
  /** Connection and follower counts. */
  topCard: rest,
  /** What the member shares with this viewer: email, phone, websites. */
  contact: rest,
  /** A section's rows as rendered for the page: experience, education, skills. */
  components: graphql,
  /** Further rows of a section beyond the first page. */
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
 * A catalogue as it is delivered: the text that was signed, byte for byte. The extension knows the key of
 * each origin, so that a page that was taken over cannot raise the operator's ceiling.
 */
export const signedCatalogueSchema = z.strictObject({
  /** JSON of a `Catalogue`. */
  document: z.string().max(64 * 1024),
  /** Over the document's UTF-8 bytes. */
  signature: signatureSchema,
  publicKey: publicKeySchema,
});
export type SignedCatalogue = z.infer<typeof signedCatalogueSchema>;

/**
 * Reads the catalogue in a signed one without checking the signature, for callers that trust its source. The
 * extension checks it.
 */
import { type Catalogue, catalogueSchema, type SignedCatalogue } from './catalogue.ts';

/** @throws SyntaxError or ZodError if the document is not a catalogue */
export function readSignedCatalogue({ document }: Pick<SignedCatalogue, 'document'>): Catalogue {
  return catalogueSchema.parse(JSON.parse(document));
}

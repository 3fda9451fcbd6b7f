/** The catalogue inside a signed one, for whoever trusts where it came from; the extension checks the signature. */
import { type Catalogue, catalogueSchema, type SignedCatalogue } from './catalogue.ts';

/** @throws SyntaxError or ZodError when the document is no catalogue */
export function readSignedCatalogue({ document }: Pick<SignedCatalogue, 'document'>): Catalogue {
  return catalogueSchema.parse(JSON.parse(document));
}

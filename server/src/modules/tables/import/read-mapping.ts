import { z } from 'zod';
import type { HeaderMapping } from './map-headers.ts';

const mappingSchema = z.record(z.string(), z.string().nullable());

/** What an operator wrote about headers, as JSON; null where it is no object of headers and columns. */
export function readMapping(text: string): HeaderMapping | null {
  try {
    return mappingSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

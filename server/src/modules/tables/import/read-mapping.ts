import { z } from 'zod';
import type { HeaderMapping } from './map-headers.ts';

const mappingSchema = z.record(z.string(), z.string().nullable());

/** Reads an operator's mapping of headers, as JSON; null if it is not an object of headers and columns. */
export function readMapping(text: string): HeaderMapping | null {
  try {
    return mappingSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

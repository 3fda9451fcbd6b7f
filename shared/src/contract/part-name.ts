/** The name of a part of a file to import: a sheet of a workbook, or a file in an archive. */
import * as z from 'zod/mini';

const NAME_LIMIT = 1_000;

export const partName = z.string().check(z.minLength(1), z.maxLength(NAME_LIMIT));

/** Whole numbers as they are written in an address. */
import * as z from 'zod/mini';

export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,16}$/, error))], { error }),
    z.pipe(
      z.transform(Number),
      z.int().check(z.refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)),
    ),
  );
};

import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@leadloom/shared/contract/list-parameters';

/** One that screens offer. */
export type PageSize = (typeof PAGE_SIZES)[number];

/** The nearest size that screens offer, the smaller of two as near. What is no whole number becomes the default. */
export function clampPageSize(size: number): PageSize {
  if (!Number.isInteger(size)) return DEFAULT_PAGE_SIZE;
  const distance = (offered: PageSize) => Math.abs(offered - size);
  return PAGE_SIZES.toSorted((one, other) => distance(one) - distance(other))[0] ?? DEFAULT_PAGE_SIZE;
}

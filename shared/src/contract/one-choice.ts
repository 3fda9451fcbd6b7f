/** Bodies that name rows either by their ids, or by filters that they match. */

export const ONE_CHOICE = 'names either ids or filters';

export function namesOne({ ids, filters }: { readonly ids?: unknown; readonly filters?: unknown }): boolean {
  return (ids === undefined) !== (filters === undefined);
}

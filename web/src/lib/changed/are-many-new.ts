/** Rows are marked as new while fewer than so many in ten of the answer are. */
const MANY_IN_TEN = 3;

/** Whether so many of all rows are new that marks would not tell them apart. @param total of all pages */
export function areManyNew(count: number, total: number): boolean {
  return count * 10 >= total * MANY_IN_TEN;
}

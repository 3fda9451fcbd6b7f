/**
 * @param among rows to take, ascending; default: all
 * @returns those that have terms, by the time they were posted; rows of the same time by number
 */
export function orderByTime(days: Float64Array, offsets: Int32Array, among?: Int32Array): Int32Array {
  const most = among?.length ?? days.length;
  const order = new Int32Array(most);
  let size = 0;
  let isSorted = true;
  let latest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < most; at++) {
    const row = among === undefined ? at : (among[at] ?? 0);
    if (offsets[row] === offsets[row + 1]) continue;
    order[size++] = row;
    const day = days[row] ?? 0;
    if (day < latest) isSorted = false;
    latest = day;
  }
  const rows = order.subarray(0, size);
  return isSorted ? rows : rows.sort((one, other) => (days[one] ?? 0) - (days[other] ?? 0) || one - other);
}

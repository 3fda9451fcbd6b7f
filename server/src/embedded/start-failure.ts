/** Why PostgreSQL did not start, from what its log says since. */

const COMPLAINT = /^.*(FATAL|PANIC|could not|error while loading).*$/gim;
/** Complaints about files that an ended postmaster leaves behind for a moment, or that a running one holds. */
const BLOCKED = /shared memory block|lock file/;

/**
 * Sessions of a killed postmaster write into the same log while they end, so the first complaint may be theirs.
 * @returns null: the log does not say
 */
export function startFailure(log: string): string | null {
  const complaints: readonly string[] = log.match(COMPLAINT) ?? [];
  const reason =
    complaints.find((line) => BLOCKED.test(line)) ?? complaints.findLast((line) => /FATAL|PANIC/.test(line)) ?? complaints[0];
  return reason?.replace(/^.*?(FATAL|PANIC|LOG): +/, '') ?? null;
}

export function isBlocked(reason: string): boolean {
  return BLOCKED.test(reason);
}

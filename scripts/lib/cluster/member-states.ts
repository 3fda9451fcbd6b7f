/** The states of the members as Patroni reports them. */
const ANSWER_LIMIT_MILLISECONDS = 2_000;

export interface MemberState {
  readonly name: string;
  /** `leader`, `sync_standby` or `replica`. */
  readonly role: string;
  /** `running`, in newer versions `streaming` for a replica; anything else is not ready. */
  readonly state: string;
  /** Counts the failovers; undefined where unknown. */
  readonly timeline: number | undefined;
}

/** @param ports of each member's Patroni @returns the first response; empty if there is none */
export async function readMembers(ports: readonly number[]): Promise<readonly MemberState[]> {
  for (const port of ports) {
    try {
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS);
      const answer = await fetch(`http://127.0.0.1:${port}/cluster`, { signal });
      return readAnswer(await answer.json());
    } catch {
      // The member was killed, or is starting.
    }
  }
  return [];
}

/** The name of the primary. */
export function primaryOf(members: readonly MemberState[]): string | null {
  return members.find((member) => member.role === 'leader')?.name ?? null;
}

/** Whether all run in the same timeline, one as the primary, one as its synchronous replica. */
export function isWhole(members: readonly MemberState[], count: number): boolean {
  const isRunning = members.every(({ state }) => state === 'running' || state === 'streaming');
  const timelines = new Set(members.map(({ timeline }) => timeline));
  const isFollowed = members.some(({ role }) => role === 'sync_standby');
  return members.length === count && isRunning && timelines.size === 1 && primaryOf(members) !== null && isFollowed;
}

function readAnswer(answer: unknown): MemberState[] {
  const members: unknown = isRecord(answer) ? answer.members : null;
  if (!Array.isArray(members)) throw new Error('not the answer of Patroni');
  return members.filter(isRecord).map(({ name, role, state, timeline }) => ({
    name: String(name),
    role: String(role),
    state: String(state),
    timeline: typeof timeline === 'number' ? timeline : undefined,
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** How many mails an account gets for the messages of its alerts. Pure. */

export const MAILS_A_MINUTE = 5;
export const MAILS_A_DAY = 200;
const MINUTE = 60_000;

/** The counts of the minute and the day of the last mail. */
export interface MailCounts {
  /** When the first mail of the minute was queued. */
  readonly minuteBegan: Date;
  readonly ofMinute: number;
  /** The day in UTC, as `2026-03-31`. */
  readonly day: string;
  readonly ofDay: number;
}

export interface MailPlan {
  /** - `wait`: the minute has no room. - `drop`: the day has none, so they stay in the app. */
  readonly kind: 'send' | 'wait' | 'drop';
  /** The first messages, each in a mail of its own. All others are in one more mail. */
  readonly single: number;
  /** The last mail is the last one of the day. */
  readonly isLastOfDay: boolean;
  /** The counts including the planned mails. */
  readonly counts: MailCounts;
}

/**
 * The last place of a minute, and of a day, takes all messages that are left. A minute that seems to begin later than now
 * was counted by a clock that was ahead, and is over.
 * @param messages at least one
 */
export function planMails(messages: number, known: MailCounts, now: Date): MailPlan {
  const counts = currentCounts(known, now);
  const roomOfDay = MAILS_A_DAY - counts.ofDay;
  const room = Math.min(MAILS_A_MINUTE - counts.ofMinute, roomOfDay);
  if (roomOfDay <= 0) return { kind: 'drop', single: 0, isLastOfDay: false, counts };
  if (room <= 0) return { kind: 'wait', single: 0, isLastOfDay: false, counts };
  const single = messages <= room ? messages : room - 1;
  const mails = Math.min(messages, room);
  return {
    kind: 'send',
    single,
    isLastOfDay: mails === roomOfDay,
    counts: { ...counts, ofMinute: counts.ofMinute + mails, ofDay: counts.ofDay + mails },
  };
}

function currentCounts({ minuteBegan, ofMinute, day, ofDay }: MailCounts, now: Date): MailCounts {
  const age = now.getTime() - minuteBegan.getTime();
  const isSameMinute = age >= 0 && age < MINUTE;
  const today = now.toISOString().slice(0, 10);
  return {
    minuteBegan: isSameMinute ? minuteBegan : now,
    ofMinute: isSameMinute ? ofMinute : 0,
    day: today,
    ofDay: day === today ? ofDay : 0,
  };
}

/** How fast a trend grows, in words. */
import type { Trend } from '@leadloom/shared/contract/trends';
import { once } from '../../../lib/once.ts';

export interface Velocity {
  readonly direction: 'up' | 'down' | 'level';
  readonly text: string;
}

const rateFormat = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }));

/** Compares what people will read, so that "2, up from 2" is never said. */
export function velocityOf({ recent, before }: Trend['velocity']): Velocity {
  const now = rateFormat().format(recent);
  const then = rateFormat().format(before);
  const rate = `${now} ${now === rateFormat().format(1) ? 'video' : 'videos'} per day`;
  const nothing = rateFormat().format(0);
  if (now === then) return { direction: 'level', text: now === nothing ? 'No new videos in ten days' : `${rate}, unchanged` };
  if (now === nothing) return { direction: 'down', text: `No new videos in three days, down from ${then} per day` };
  if (then === nothing) return { direction: 'up', text: `${rate}, up from none` };
  return recent > before
    ? { direction: 'up', text: `${rate}, up from ${then}` }
    : { direction: 'down', text: `${rate}, down from ${then}` };
}

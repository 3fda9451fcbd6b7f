/** Lighthouse's judgement of a screen, as a phone and as a desktop would show it, in the browser that is signed in. */
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { z } from 'zod';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
export const devices = ['desktop', 'mobile'] as const;
export type Device = (typeof devices)[number];

/** Goals of 100 points, by category. Mobile is judged with a processor four times slower. */
export const scoreGoals: Readonly<Record<Device, ReadonlyMap<string, number>>> = {
  desktop: new Map([
    ['performance', 95],
    ['accessibility', 100],
    ['best-practices', 100],
  ]),
  mobile: new Map([
    ['performance', 80],
    ['accessibility', 100],
    ['best-practices', 100],
  ]),
};

export interface Judgement {
  /** Scores of 100 points, by category. */
  readonly scores: ReadonlyMap<string, number>;
  /** The audits that cost points, each with the category it belongs to. */
  readonly faults: readonly string[];
  /** First and largest content, blocking time: what the performance is made of. */
  readonly times: string;
}

/** Tasks that blocked a phone. */
const longTasksSchema = z.object({ items: z.array(z.object({ url: z.string(), duration: z.number(), startTime: z.number() })) });
const SHOWN_TASKS = 5;

/** @param port where the browser takes commands @throws {Error} if the screen cannot be judged */
export async function judgeByLighthouse(url: string, port: number, device: Device): Promise<Judgement> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...categories],
    // The storage holds the session.
    disableStorageReset: true,
  };
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (result === undefined) throw new Error(`Lighthouse gave no answer for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`Lighthouse could not judge ${url}: ${lhr.runtimeError.message}`);
  const scores = new Map(categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)] as const));
  const faults = categories.flatMap((id) =>
    (lhr.categories[id]?.auditRefs ?? []).flatMap(({ id: auditId, weight }) => {
      const audit = lhr.audits[auditId];
      const isFault = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 0.9;
      return isFault ? [`${id}: ${audit.title}${audit.displayValue === undefined ? '' : ` (${audit.displayValue})`}`] : [];
    }),
  );
  const shown = (id: string): string => lhr.audits[id]?.displayValue ?? '?';
  const { items: tasks } = longTasksSchema.safeParse(lhr.audits['long-tasks']?.details).data ?? { items: [] };
  const longest = tasks
    .slice(0, SHOWN_TASKS)
    .map(
      ({ url: file, duration, startTime }) =>
        `${Math.round(duration)} ms at ${Math.round(startTime)} (${file.split('/').at(-1)})`,
    );
  if (faults.length > 0 && longest.length > 0) faults.push(`longest tasks: ${longest.join(', ')}`);
  return {
    scores,
    faults,
    times: `first ${shown('first-contentful-paint')}, largest ${shown('largest-contentful-paint')}, blocked ${shown('total-blocking-time')}`,
  };
}

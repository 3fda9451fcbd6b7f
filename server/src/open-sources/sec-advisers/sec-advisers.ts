/** Investment advisers of the United States: who is registered with the SEC, or reports to it, from Form ADV. */
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import * as z from 'zod/mini';
import type { OpenRecord, OpenSource, OpenSourceManifest, OpenSourceRun, OpenStep } from '../open-source.ts';
import { downloadFeed, feedFields, findFeed, fresherFields, readFeed } from './daily-feed.ts';
import { downloadRoster, findRoster, LISTING_URL, readRoster, rosterFields, tryRoster } from './roster.ts';

const DAILY_FEED = 'daily_feed';
const TRIED_ROWS = 5;

const manifest: OpenSourceManifest = {
  id: 'sec-advisers',
  ...openSourceFacts['sec-advisers'],
  publisher: 'The U.S. Securities and Exchange Commission',
  tables: ['investors'],
  countries: ['US'],
  licence: 'public domain (work of the US government)',
  needs: 'contact',
  isOnByDefault: true,
  everyHours: 24,
  every: 'once a month',
  size: '6 MB a month',
  requestsPerSecond: 5,
  hosts: ['www.sec.gov', 'reports.adviserinfo.sec.gov'],
  options: { [DAILY_FEED]: 'Read the daily feed, too: newer websites, telephone numbers and staff, 7 MB a day' },
  isUntried: false,
};

/** What was loaded last. */
const checkpointSchema = z.object({ roster: z.nullable(z.string()), feed: z.nullable(z.string()) });
type Checkpoint = z.infer<typeof checkpointSchema>;

async function* read(checkpoint: unknown, run: OpenSourceRun): AsyncGenerator<OpenStep, void, undefined> {
  const { data: loaded = { roster: null, feed: null } } = z.safeParse(checkpointSchema, checkpoint);
  let last: Checkpoint = loaded;
  const usesFeed = run.options.has(DAILY_FEED);
  const roster = await findRoster(run);
  const address = `${roster.registered} ${roster.exempt}`;
  if (address !== last.roster) {
    const registered = await downloadRoster(roster.registered, run);
    const exempt = await downloadRoster(roster.exempt, run);
    // The feed is newer: what it knows better is not overwritten for the hours between.
    const fields = rosterFields.filter((field) => !usesFeed || !isFresher(field));
    last = { roster: address, feed: null };
    const records = () => withFields(readRoster(roster, { registered: registered.path, exempt: exempt.path }), fields);
    yield {
      title: `Roster of ${roster.month}`,
      loads: [{ table: 'investors', fields, records }],
      checkpoint: last,
      isFull: true,
    };
  }
  if (!usesFeed) return;
  const feed = await findFeed(run);
  if (feed.name === last.feed) return;
  const { path } = await downloadFeed(feed, run);
  last = { ...last, feed: feed.name };
  yield {
    title: `Feed of ${feed.day}`,
    loads: [{ table: 'investors', fields: feedFields, records: () => readFeed(feed, path) }],
    checkpoint: last,
    isFull: true,
  };
}

function isFresher(field: string): boolean {
  return fresherFields.some((fresher) => fresher === field);
}

async function* withFields(records: AsyncIterable<OpenRecord>, fields: readonly string[]): AsyncGenerator<OpenRecord> {
  for await (const { cells, ...record } of records)
    yield { ...record, cells: Object.fromEntries(Object.entries(cells).filter(([field]) => fields.includes(field))) };
}

export const secAdvisers: OpenSource = {
  manifest,
  read,
  tryOut: async (run) => {
    const roster = await findRoster(run);
    const { records, missing } = await tryRoster(roster, run, TRIED_ROWS);
    return { url: LISTING_URL, records: records.map((record) => ({ table: 'investors' as const, record })), missing };
  },
};

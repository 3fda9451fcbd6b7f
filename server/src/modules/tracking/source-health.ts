/**
 * The health of a network and of a tracked name, as users see it. Pure: it follows from the stored rows, the settings and
 * the time. It never contains a network's response or a detail of a request.
 */
import type { NetworkName, SourceHealth, SourceState } from '@leadloom/shared/contract/sources';
import { hasRequestsLeft } from './visits/daily-requests.ts';

export interface SourceFacts {
  readonly state: SourceState;
  readonly stateSince: Date;
  readonly nextVisitAt: Date;
  readonly leaseUntil: Date | null;
}

export interface NetworkFacts {
  readonly network: NetworkName;
  readonly state: SourceState;
  readonly stateSince: Date | null;
  readonly pausedUntil: Date | null;
  readonly requests: number;
  readonly requestsOn: string | null;
}

interface Circumstances {
  readonly isConfigured: boolean;
  readonly now: Date;
}

interface Words {
  readonly site: string;
  readonly rows: string;
  /** A name on the network. */
  readonly name: string;
  readonly unknown: string;
  readonly private: string;
}

const words: Readonly<Record<NetworkName, Words>> = {
  reddit: {
    site: 'Reddit',
    rows: 'Posts',
    name: 'this subreddit',
    unknown: 'Reddit has no subreddit with this name.',
    private: 'This subreddit is private. Only its members can read it.',
  },
  tiktok: {
    site: 'TikTok',
    rows: 'Videos',
    name: 'this user',
    unknown: 'TikTok has no user with this ID.',
    private: 'This user’s account is private.',
  },
};

/** States without a problem. */
const quietStates: readonly SourceState[] = ['waiting', 'visiting', 'ok', 'not_configured'];

/** The health of a tracked name. */
export function sourceHealth(source: SourceFacts, network: NetworkFacts, { isConfigured, now }: Circumstances): SourceHealth {
  if (!isConfigured) return notConfigured(network.network);
  if (source.leaseUntil !== null && source.leaseUntil > now) {
    return { state: 'visiting', message: 'A visit is in progress.', since: null, next_visit_at: null };
  }
  // A problem of the network comes first: while it lasts, no name is visited.
  const isOfNetwork = !quietStates.includes(network.state);
  const { state, stateSince } = isOfNetwork ? network : source;
  const next = latest(now, source.nextVisitAt, isOfNetwork ? network.pausedUntil : null);
  return describe(network.network, { state, since: stateSince, next, now, isDaySpent: isOfNetwork && isDailyPause(network) });
}

/** The health of a network as a whole. @param firstDue when the first tracked name is due; null: none is tracked */
export function networkHealth(network: NetworkFacts, firstDue: Date | null, { isConfigured, now }: Circumstances): SourceHealth {
  if (!isConfigured) return notConfigured(network.network);
  const { state, stateSince: since } = network;
  const { site } = words[network.network];
  if (!quietStates.includes(state))
    return describe(network.network, {
      state,
      since,
      next: latest(now, network.pausedUntil, firstDue),
      now,
      isDaySpent: isDailyPause(network),
    });
  const next = firstDue === null ? null : latest(now, firstDue).toISOString();
  const message = state === 'ok' ? `${site} answered the last request.` : `${site} is set up. No request has been sent yet.`;
  return { state: state === 'ok' ? 'ok' : 'waiting', message, since: since?.toISOString() ?? null, next_visit_at: next };
}

function notConfigured(network: NetworkName): SourceHealth {
  const { site, rows } = words[network];
  return {
    state: 'not_configured',
    message: `${site} is not set up on this server, so nothing is fetched. ${rows} can still be imported from files.`,
    since: null,
    next_visit_at: null,
  };
}

interface Situation {
  readonly state: SourceState;
  readonly since: Date | null;
  readonly next: Date;
  readonly now: Date;
  /** The pause is our own: the daily requests are used up. */
  readonly isDaySpent: boolean;
}

/**
 * Whether a pause is that of the daily limit, by the count of the day on which it began. The count stays until the first
 * request of another day.
 */
function isDailyPause(network: NetworkFacts): boolean {
  return network.stateSince !== null && !hasRequestsLeft(network, 'visits', network.stateSince);
}

function describe(network: NetworkName, situation: Situation): SourceHealth {
  const { state, since, next } = situation;
  return {
    state,
    message: messageFor(network, situation),
    since: since?.toISOString() ?? null,
    next_visit_at: next.toISOString(),
  };
}

function messageFor(network: NetworkName, { state, since, next, now, isDaySpent }: Situation): string {
  const { site, rows, name, unknown, private: isPrivate } = words[network];
  const isDue = next <= now;
  const then = isDue ? 'in a moment' : `on ${formatTime(next)}`;
  const again = `The next check starts ${then}.`;
  switch (state) {
    case 'ok':
      return `The last visit was complete. The next visit starts ${then}.`;
    case 'rate_limited':
      return `${isDaySpent ? 'Today’s requests are used up' : `${site} asked for a pause`}. Visits resume automatically ${then}.`;
    case 'refused':
      return `${site} does not accept this server’s credentials. Only the operator can change them. The next attempt starts ${then}.`;
    case 'blocked':
      return `${site} blocks requests from this server${since === null ? '' : ` since ${formatTime(since)}`}. The next attempt starts ${then}.`;
    case 'not_found':
      return `${unknown} ${again}`;
    case 'banned':
      return `${site} has banned ${name}. There is nothing to fetch. ${again}`;
    case 'private':
      return `${isPrivate} ${again}`;
    case 'quarantined':
      return `${site} has quarantined ${name}. Only people who opted in can read it. ${again}`;
    case 'gated':
      return `${site} shows ${name} only to people who confirmed that they want to see it. ${again}`;
    case 'restricted':
      return `${site} does not show ${name} to this server. ${again}`;
    case 'failed':
      return `The last visit failed. The ${rows.toLowerCase()} already stored are unchanged. The next attempt starts ${then}.`;
    default:
      return `No visit yet. The first visit starts ${then}.`;
  }
}

/** `21 November at 14:05 UTC` */
function formatTime(time: Date): string {
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `${day} at ${time.toISOString().slice(11, 16)} UTC`;
}

function latest(first: Date, ...others: readonly (Date | null)[]): Date {
  return others.reduce<Date>((until, time) => (time !== null && time > until ? time : until), first);
}

import { type SourceState, sourceHealthSchema, sourceStates } from '@leadloom/shared/contract/sources';
import { describe, expect, it } from 'vitest';
import { type NetworkFacts, networkHealth, type SourceFacts, sourceHealth } from './source-health.ts';

const now = new Date('2026-03-31T12:00:00Z');
const at = (time: string) => new Date(`2026-03-31T${time}:00Z`);
const source: SourceFacts = { state: 'ok', stateSince: at('09:00'), nextVisitAt: at('13:05'), leaseUntil: null };
const network: NetworkFacts = {
  network: 'reddit',
  state: 'ok',
  stateSince: at('08:00'),
  pausedUntil: null,
  requests: 5_000,
  requestsOn: '2026-03-31',
};
const configured = { isConfigured: true, now };
const ownStates = sourceStates.filter((state) => !['not_configured', 'visiting'].includes(state));
const inState = (state: SourceState) => sourceHealth({ ...source, state }, network, configured);

describe('how a name is doing', () => {
  it('a network that is not set up takes precedence over the state of a name', () => {
    expect(sourceHealth({ ...source, state: 'failed' }, { ...network, state: 'blocked' }, { isConfigured: false, now })).toEqual({
      state: 'not_configured',
      message: 'Reddit is not set up on this server, so nothing is fetched. Posts can still be imported from files.',
      since: null,
      next_visit_at: null,
    });
    expect(sourceHealth(source, { ...network, network: 'tiktok' }, { isConfigured: false, now }).message).toBe(
      'TikTok is not set up on this server, so nothing is fetched. Videos can still be imported from files.',
    );
  });

  it.each([
    ['waiting', 'No visit yet. The first visit starts on 31 March at 13:05 UTC.'],
    ['ok', 'The last visit was complete. The next visit starts on 31 March at 13:05 UTC.'],
    ['rate_limited', 'Reddit asked for a pause. Visits resume automatically on 31 March at 13:05 UTC.'],
    ['private', 'This subreddit is private. Only its members can read it. The next check starts on 31 March at 13:05 UTC.'],
    ['not_found', 'Reddit has no subreddit with this name. The next check starts on 31 March at 13:05 UTC.'],
    [
      'blocked',
      'Reddit blocks requests from this server since 31 March at 09:00 UTC. The next attempt starts on 31 March at 13:05 UTC.',
    ],
  ] as const)('the message of the state %s is a plain sentence', (state, message) => {
    expect(inState(state)).toEqual({
      state,
      message,
      since: at('09:00').toISOString(),
      next_visit_at: at('13:05').toISOString(),
    });
  });

  it.each(ownStates)('the state %s has its own message on both networks', (state) => {
    const others = ownStates.filter((other) => other !== state).map((other) => inState(other).message);
    expect(others).not.toContain(inState(state).message);
    for (const name of ['reddit', 'tiktok'] as const) {
      const health = sourceHealth({ ...source, state }, { ...network, network: name }, configured);
      expect(sourceHealthSchema.parse(health).message).toMatch(/^[A-Z][^_{}<>]+\.$/);
      expect(health.message).not.toMatch(name === 'tiktok' ? /reddit|post/i : /tiktok|video/i);
    }
  });

  it('a name is being visited while its lease is valid', () => {
    expect(sourceHealth({ ...source, leaseUntil: at('12:01') }, network, configured).state).toBe('visiting');
    expect(sourceHealth({ ...source, leaseUntil: at('11:59') }, network, configured).state).toBe('ok');
  });

  it('a fault of the network is shown until both the network and the name are due', () => {
    const paused: NetworkFacts = { ...network, state: 'rate_limited', stateSince: at('11:30'), pausedUntil: at('12:30') };
    expect(sourceHealth({ ...source, state: 'private' }, paused, configured)).toEqual({
      state: 'rate_limited',
      message: 'Reddit asked for a pause. Visits resume automatically on 31 March at 13:05 UTC.',
      since: at('11:30').toISOString(),
      next_visit_at: at('13:05').toISOString(),
    });
    const due = { ...source, nextVisitAt: at('10:00') };
    expect(sourceHealth(due, paused, configured).next_visit_at).toBe(at('12:30').toISOString());
  });

  it('a pause is explained as the network’s, or as our own until the next day', () => {
    const midnight = new Date('2026-04-01T00:00:00Z');
    const paused: NetworkFacts = {
      network: 'tiktok',
      state: 'rate_limited',
      stateSince: at('11:30'),
      pausedUntil: midnight,
      requests: 980,
      requestsOn: '2026-03-31',
    };
    const said = (changes: Partial<NetworkFacts>, time = now) => {
      const circumstances = { isConfigured: true, now: time };
      const { message } = sourceHealth(source, { ...paused, ...changes }, circumstances);
      expect(networkHealth({ ...paused, ...changes }, null, circumstances).message).toBe(message);
      return message;
    };
    expect(said({})).toBe('Today’s requests are used up. Visits resume automatically on 1 April at 00:00 UTC.');
    expect(said({}, midnight)).toBe('Today’s requests are used up. Visits resume automatically in a moment.');
    const asked = 'TikTok asked for a pause. Visits resume automatically on 1 April at 00:00 UTC.';
    expect(said({ requests: 979 })).toBe(asked);
    expect(said({ requestsOn: '2026-03-30' })).toBe(asked);
    // A pause of one name has the same text.
    const ok: NetworkFacts = { ...paused, state: 'ok' };
    expect(sourceHealth({ ...source, state: 'rate_limited' }, ok, configured).message).toMatch(/^TikTok asked for a pause\./);
  });

  it('a time in the past is never shown', () => {
    expect(sourceHealth({ ...source, state: 'waiting', nextVisitAt: at('11:00') }, network, configured)).toMatchObject({
      message: 'No visit yet. The first visit starts in a moment.',
      next_visit_at: now.toISOString(),
    });
  });
});

describe('how a network is doing', () => {
  it('the health of a network follows from its state and the first due name', () => {
    expect(networkHealth(network, at('12:10'), configured)).toEqual({
      state: 'ok',
      message: 'Reddit answered the last request.',
      since: at('08:00').toISOString(),
      next_visit_at: at('12:10').toISOString(),
    });
    const fresh: NetworkFacts = { ...network, state: 'waiting', stateSince: null };
    expect(networkHealth(fresh, null, configured)).toEqual({
      state: 'waiting',
      message: 'Reddit is set up. No request has been sent yet.',
      since: null,
      next_visit_at: null,
    });
    const refused: NetworkFacts = { ...network, state: 'refused', pausedUntil: at('12:45') };
    expect(networkHealth(refused, at('12:10'), configured)).toMatchObject({
      state: 'refused',
      message:
        'Reddit does not accept this server’s credentials. Only the operator can change them. The next attempt starts on 31 March at 12:45 UTC.',
      next_visit_at: at('12:45').toISOString(),
    });
    expect(networkHealth(refused, null, { isConfigured: false, now }).state).toBe('not_configured');
  });
});

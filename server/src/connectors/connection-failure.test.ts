import { describe, expect, it } from 'vitest';
import { describeConnectionFailure } from './connection-failure.ts';

const store = { who: 'The store', field: 'endpoint', host: 'store.example' };
const failure = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.7:443`), { code });

describe('a connection that was not made', () => {
  it.each([
    ['ENOTFOUND', 'The host name store.example was not found. Check the endpoint.'],
    ['EAI_AGAIN', 'The host name store.example could not be looked up. Check the endpoint, or try again later.'],
    ['ECONNREFUSED', 'The store refused the connection. Check the endpoint and its port.'],
    ['EHOSTUNREACH', 'No network leads to the store. Check the endpoint.'],
    ['ETIMEDOUT', 'The store did not answer in time. Check the endpoint, and whether a firewall is in between.'],
    ['ECONNRESET', 'The store ended the connection before it answered.'],
    ['CERT_HAS_EXPIRED', 'The certificate of the store has expired.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The store showed a certificate for another host name. Check the endpoint.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'The store showed a certificate that no known authority signed.'],
    ['EPROTO', 'The store did not speak TLS as expected. Check the endpoint: the port may be another one, or take no https.'],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'The store did not speak TLS as expected. Check the endpoint: the port may be another one, or take no https.',
    ],
  ])('%s is one sentence that says what to check', (code, sentence) => {
    expect(describeConnectionFailure(failure(code), store)).toBe(sentence);
  });

  it('is found behind the error that stands for it', () => {
    const wrapped = new Error('the request failed', { cause: new AggregateError([failure('ECONNREFUSED')], 'all failed') });
    expect(describeConnectionFailure(wrapped, store)).toBe('The store refused the connection. Check the endpoint and its port.');
  });

  it('shows no host that is a secret, and no code that says nothing', () => {
    const { host: _, ...place } = store;
    expect(describeConnectionFailure(failure('ENOTFOUND'), place)).toBe('The host name was not found. Check the endpoint.');
    expect(describeConnectionFailure(failure('EWHATEVER'), store)).toBeNull();
    expect(describeConnectionFailure(failure('constructor'), store)).toBeNull();
    expect(describeConnectionFailure('text', store)).toBeNull();
  });
});

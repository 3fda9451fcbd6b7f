import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('settings', () => {
  it('the defaults suit one person on one machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      databaseUrl: null,
      smtpUrl: null,
      smtpMayBePlain: false,
      trial: { days: 14 },
      trustProxy: null,
      metricsToken: null,
      rawAnswerDays: 30,
      rawAnswerQuotaBytes: 512 * 1024 * 1024,
      collectedRetentionMonths: 12,
    });
  });

  it('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it('the public address is derived from the port', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('the public address is reduced to its origin', () => {
    const environment = { PUBLIC_URL: 'HTTPS://Leads.Example.com:443/', BILLING: 'off', TRUST_PROXY: 'loopback' };
    expect(readConfig(environment).publicUrl).toBe('https://leads.example.com');
  });

  it('an https address without a trusted proxy is refused with a line that says what to set', () => {
    const environment = { PUBLIC_URL: 'https://leads.example.com', BILLING: 'off' };
    for (const HOST of ['127.0.0.1', '::1', 'localhost', '0.0.0.0'])
      expect(() => readConfig({ ...environment, HOST })).toThrow(/^TRUST_PROXY: [^\n]*TRUST_PROXY=loopback[^\n]*$/);
    expect(readConfig({ ...environment, TRUST_PROXY: '10.0.0.0/8' }).trustProxy).toEqual(['10.0.0.0/8']);
    expect(readConfig({ PUBLIC_URL: 'http://leads.example.com', BILLING: 'off' }).trustProxy).toBeNull();
  });

  it('the trusted proxies are read as a list', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
  });

  it('the additional countries keep their order and may be written in either case', () => {
    expect(readConfig({}).extraCountries).toEqual([]);
    expect(readConfig({ EXTRA_COUNTRIES: 'PL, nl,CH' }).extraCountries).toEqual(['PL', 'NL', 'CH']);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ['RAW_ANSWER_DAYS', '-1'],
    ['RAW_ANSWER_DAYS', '30 days'],
    ['RAW_ANSWER_QUOTA_MB', '0'],
    ['COLLECTED_RETENTION_MONTHS', '1201'],
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PUBLIC_URL', 'leads.example.com'],
    ['PUBLIC_URL', 'ftp://leads.example.com'],
    ['PUBLIC_URL', 'https://leads.example.com/app'],
    ['PUBLIC_URL', 'https://user:pass@leads.example.com'],
    ['PUBLIC_URL', 'https://leads.example.com/?a=1'],
    ['DATABASE_URL', 'mysql://localhost/leads'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://db/leads?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://db/leads?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgres://db/leads?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'],
    ['DATABASE_DIRECT_URL', 'db.example.com:5432'],
    ['DATABASE_DIRECT_URL', 'postgres://db/leads'],
    ['DATABASE_REPLICA_URLS', 'postgres://one/leads,two'],
    ['DATABASE_REPLICA_URLS', 'postgres://one/leads,'],
    ['DATABASE_REPLICA_URLS', 'postgres://one/leads'],
    ['DATABASE_POOL', '7'],
    ['DATABASE_POOL', 'many'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'x'],
    ['TRIAL_DAYS', '-1'],
    ['TRIAL_DAYS', 'soon'],
    ['TRIAL_REQUEST_LIMIT', '1e3'],
    ['TRIAL_EXPORT_LIMIT', 'many'],
    ['SUPPORT_EMAIL', 'support'],
    ['EXTRA_COUNTRIES', 'NL,UK'],
    ['EXTRA_COUNTRIES', 'NL,'],
    ['EXTRA_COUNTRIES', 'Netherlands\nPoland'],
    ['EXTRA_COUNTRIES', 'toString'],
    ['LOG_LEVEL', 'loud'],
    ['CONNECTIONS_PER_ADDRESS', '9'],
    ['REQUESTS_PER_MINUTE', '0'],
    ['KEY_REQUESTS_PER_SECOND', '0'],
    ['KEY_REQUESTS_PER_MINUTE', 'many'],
    ['ACCOUNT_REQUESTS_PER_MINUTE', '-1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['METRICS_TOKEN', 'short'],
    ['BILLING', 'cash'],
    ['REGISTRATION', 'maybe'],
    ['OPERATORS', 'ada@example.com,nobody'],
    ['OPERATORS', 'ada@example.com,'],
    ['ALLOW_SANDBOX', 'yes'],
    ['STRIPE_SECRET_KEY', 'short'],
    ['SECRETS', 'short'],
    ['SECRETS', `${'ab'.repeat(32)},`],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_first,'],
    ['STRIPE_PRICE_EUR', 'forty nine euro'],
    ['STRIPE_API_URL', 'http://127.0.0.1:12111/v1'],
    ['PLAN_NAME', ' '],
    ['PLAN_REQUEST_LIMIT', '-1'],
    ['PLAN_EXPORT_LIMIT', '1e3'],
    ['PLAN_AMOUNT_EUR', '49.00'],
    ['PLAN_AMOUNT_USD', '$49'],
    ['REDDIT_CLIENT_ID', 'a b c d e f'],
    ['REDDIT_CLIENT_SECRET', 'short'],
    ['REDDIT_USERNAME', 'u/somebody'],
    ['REDDIT_API_URL', 'https://oauth.reddit.com/api'],
    ['REDDIT_AUTH_URL', 'www.reddit.com'],
    ['TIKTOK_CLIENT_KEY', 'short'],
    ['TIKTOK_CLIENT_SECRET', 'two words'],
    ['TIKTOK_API_URL', 'ftp://open.tiktokapis.com'],
    ['TIKTOK_TRACK_LIMIT', '0'],
    ['VISIT_INTERVAL_MINUTES', '1'],
    ['VISIT_INTERVAL_MINUTES', 'hourly'],
    ['POST_RETENTION_DAYS', '-1'],
  ];
  it.each(wrong)('%s=%s is refused in one line that names the setting', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('the addresses of a pooler, of the database behind it and of its replicas are accepted', () => {
    const [pooler, direct] = ['postgres://pooler:6432/leads', 'postgres://db:5432/leads?sslmode=require'];
    const replicas = 'postgres://one/leads, postgres://two/leads?sslmode=verify-full&sslrootcert=system';
    expect(
      readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URLS: replicas, DATABASE_POOL: '40' }),
    ).toMatchObject({
      databaseUrl: pooler,
      databaseDirectUrl: direct,
      databaseReplicaUrls: ['postgres://one/leads', 'postgres://two/leads?sslmode=verify-full&sslrootcert=system'],
      databasePool: 40,
    });
  });

  it('the password in an invalid address is never repeated', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@localhost/leads' })).not.toThrow(/hunter2/);
  });

  describe('of groups of a provider', () => {
    const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'leadloom', OIDC_CLIENT_SECRET: 'invented' };

    it('without settings no group is read', () => {
      expect(readConfig(provider).oidc).toMatchObject({ groupsClaim: 'groups', groups: [] });
    });

    it('each names a role and a workspace', () => {
      const OIDC_GROUPS = 'sales:member@12, team:leads and more:admin@12,/all@northwind:viewer@7';
      expect(readConfig({ ...provider, OIDC_GROUPS, OIDC_GROUPS_CLAIM: 'https://id.example/groups' }).oidc).toMatchObject({
        groupsClaim: 'https://id.example/groups',
        groups: [
          { group: 'sales', role: 'member', workspaceId: 12 },
          { group: 'team:leads and more', role: 'admin', workspaceId: 12 },
          { group: '/all@northwind', role: 'viewer', workspaceId: 7 },
        ],
      });
    });

    it.each([
      'sales',
      'sales:member',
      'sales:owner@12',
      ':member@12',
      ' :member@12',
      'sales:member@0',
      'sales:member@x',
      'a:member@1,,b:viewer@2',
    ])('%j is refused at the start', (OIDC_GROUPS) => {
      expect(() => readConfig({ ...provider, OIDC_GROUPS })).toThrow(/^OIDC_GROUPS: must be groups such as .*; ".*" is none$/);
    });

    it('groups need a provider, and their claim a name', () => {
      expect(() => readConfig({ OIDC_GROUPS: 'sales:member@12' })).toThrow('OIDC_ISSUER: must be set with OIDC_GROUPS');
      expect(() => readConfig({ ...provider, OIDC_GROUPS_CLAIM: 'two words' })).toThrow(/^OIDC_GROUPS_CLAIM: /);
    });
  });

  describe('of the networks', () => {
    const reddit = { REDDIT_CLIENT_ID: 'invented-id', REDDIT_CLIENT_SECRET: 'invented-secret', REDDIT_USERNAME: 'somebody' };
    const tiktok = { TIKTOK_CLIENT_KEY: 'invented-key', TIKTOK_CLIENT_SECRET: 'invented-secret' };

    it('without settings neither network is called', () => {
      expect(readConfig({}).sources).toEqual({
        reddit: null,
        tiktok: null,
        visitIntervalMinutes: 60,
        retentionDays: 0,
        trackedUserLimit: 100,
      });
      // Where a stand-in would be is no reason to ask it.
      expect(readConfig({ REDDIT_API_URL: 'http://127.0.0.1:9' }).sources.reddit).toBeNull();
    });

    it("the networks' own addresses are used unless others are set", () => {
      expect(readConfig({ ...reddit, ...tiktok }).sources).toMatchObject({
        reddit: { username: 'somebody', apiUrl: 'https://oauth.reddit.com', authUrl: 'https://www.reddit.com' },
        tiktok: { clientKey: 'invented-key', apiUrl: 'https://open.tiktokapis.com' },
      });
      expect(readConfig({ ...tiktok, TIKTOK_API_URL: 'http://127.0.0.1:9' }).sources.tiktok?.apiUrl).toBe('http://127.0.0.1:9');
    });

    it.each([...Object.keys(reddit), ...Object.keys(tiktok)])(
      'the credentials of a network are incomplete without %s',
      (name) => {
        const all = { ...reddit, ...tiktok, [name]: undefined };
        expect(() => readConfig(all)).toThrow(new RegExp(`^${name}: must be set with [A-Z_]+$`));
      },
    );
  });

  describe('of billing', () => {
    const stripe = {
      BILLING: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_invented',
      STRIPE_WEBHOOK_SECRET: 'whsec_first, whsec_second',
      STRIPE_PRICE_EUR: 'price_eur',
    };

    it('billing is the sandbox with the embedded database, and off with an external one', () => {
      expect(readConfig({}).billing).toMatchObject({
        mode: 'sandbox',
        plan: { name: 'Pro', requestLimit: 10_000 },
        stripe: null,
      });
      expect(readConfig({ DATABASE_URL: 'postgres://db/leads' }).billing.mode).toBe('off');
    });

    it('the sandbox at a public address is refused in one line unless it is allowed', () => {
      const environment = { PUBLIC_URL: 'https://leads.example.com', TRUST_PROXY: 'loopback' };
      expect(() => readConfig(environment)).toThrow(/^BILLING: [^\n]*ALLOW_SANDBOX=on$/);
      expect(readConfig({ ...environment, ALLOW_SANDBOX: 'on' }).billing.mode).toBe('sandbox');
      expect(readConfig({ ...environment, BILLING: 'off' }).billing.mode).toBe('off');
    });

    it('registration is open by default, and by invitation only where nothing is sold', () => {
      expect(readConfig({}).registration).toBe('open');
      expect(readConfig({ BILLING: 'off' }).registration).toBe('invite');
      expect(readConfig({ DATABASE_URL: 'postgres://db/leads' }).registration).toBe('invite');
      for (const REGISTRATION of ['open', 'invite', 'closed'])
        expect(readConfig({ BILLING: 'off', REGISTRATION }).registration).toBe(REGISTRATION);
    });

    it('the emails of operators are normalised like those of accounts', () => {
      expect([...readConfig({ OPERATORS: ' Ada@Example.com,bea@bücher.example' }).operators]).toEqual([
        'ada@example.com',
        'bea@xn--bcher-kva.example',
      ]);
      expect(readConfig({}).operators.size).toBe(0);
    });

    it('several webhook secrets are accepted', () => {
      expect(readConfig(stripe).billing.stripe).toEqual({
        secretKey: 'sk_test_invented',
        webhookSecrets: ['whsec_first', 'whsec_second'],
        prices: { EUR: 'price_eur', USD: null },
        apiUrl: null,
      });
    });

    it.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_EUR'])('Stripe requires %s', (name) => {
      expect(() => readConfig({ ...stripe, [name]: undefined })).toThrow(new RegExp(`^${name}\\b[^\\n]*must be set`));
    });
  });
});

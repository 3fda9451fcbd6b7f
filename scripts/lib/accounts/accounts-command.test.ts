import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueEmail } from '../../../server/src/testing/accounts.ts';
import { openBrowser } from '../../../server/src/testing/browser.ts';
import { runAccounts as runAccountsProcess } from '../../../server/src/testing/data-command.ts';
import { startTestServer, type TestServer } from '../../../server/src/testing/test-server.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { accountCommands } from './commands.ts';

const runAccounts = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
  runInProcess(accountCommands, args, environment);

describe('pnpm accounts invite, beside a server', { timeout: 120_000 }, () => {
  let server: TestServer;
  let environment: Readonly<Record<string, string>>;
  const register = (email: string, invite: string) =>
    openBrowser(server.app).call('POST', '/register', { body: { email, password: 'a fine password', invite } });
  const codeOf = (link: string) => new URL(link).searchParams.get('invite') ?? '';

  beforeAll(async () => {
    server = await startTestServer({ environment: { REGISTRATION: 'invite' } });
    const { config } = server.platform;
    environment = {
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: config.dataDir,
      PUBLIC_URL: 'https://leads.example.com',
      TRUST_PROXY: 'loopback',
    };
  });
  afterAll(() => server.close());

  it('the invite command prints one link, with which one person can register', async () => {
    const { code, output, errors } = await runAccountsProcess(['invite'], environment);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^https:\/\/leads\.example\.com\/app\/register\?invite=[\w-]{43}\n$/);
    expect((await register(uniqueEmail(), codeOf(output))).status).toBe(200);
    expect((await register(uniqueEmail(), codeOf(output))).status).toBe(403);
  });

  it('the invite command can bind the link to an address', async () => {
    const email = uniqueEmail();
    const { output } = await runAccounts(['invite', email.toUpperCase()], environment);
    expect((await register(uniqueEmail(), codeOf(output))).status).toBe(403);
    expect((await register(email, codeOf(output))).status).toBe(200);
  });

  it('the invite command says if no invite is needed', async () => {
    const { code, errors } = await runAccounts(['invite'], { ...environment, REGISTRATION: 'open' });
    expect([code, errors]).toEqual([0, 'leadloom: REGISTRATION is open, so registration needs no invite.\n']);
  });

  it.each([
    [['invite', 'nobody'], '"nobody" is no email address'],
    [['invite', 'a@example.com', 'b@example.com'], '"b@example.com" is an unexpected argument'],
    [['uninvite'], 'there is no command "uninvite"; there are invite'],
  ])('the invite command refuses %j in one line', async (args, line) => {
    const { code, output, errors } = await runAccounts(args, environment);
    expect([code, output, errors]).toEqual([1, '', `leadloom: ${line} (pnpm accounts --help)\n`]);
  });
});

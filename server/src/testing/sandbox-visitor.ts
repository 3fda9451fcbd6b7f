/** A person on the sandbox's pages: follows links, sends the forms as they are, with the cookies of their browser. */
import type { TestAccount } from './accounts.ts';
import type { TestServer } from './test-server.ts';

export interface Page {
  readonly statusCode: number;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface SandboxVisitor {
  /** @param address of the page, absolute or not */
  open(address: string): Promise<Page>;
  /** Opens the page and presses the button of its form. */
  submit(address: string, action: string): Promise<Page>;
  /** Sends a form without looking at the page. */
  send(address: string, fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Page>;
}

export function openSandbox({ app }: TestServer, { browser }: TestAccount): SandboxVisitor {
  const cookie = (): Record<string, string> => {
    const value = browser.cookies.get('leadloom_sandbox')?.value;
    return value === undefined ? {} : { cookie: `leadloom_sandbox=${value}` };
  };
  const pathOf = (address: string): string => {
    const { pathname, search } = new URL(address, 'http://localhost');
    return `${pathname}${search}`;
  };
  const open = (address: string): Promise<Page> => app.inject({ method: 'GET', url: pathOf(address), headers: cookie() });
  const send: SandboxVisitor['send'] = (address, fields, headers = {}) =>
    app.inject({
      method: 'POST',
      url: pathOf(address),
      headers: { ...cookie(), 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  return {
    open,
    send,
    submit: async (address, action) => {
      const { payload } = await open(address);
      const token = /name="token" value="([^"]+)"/.exec(payload)?.[1];
      if (token === undefined || !payload.includes(`value="${action}"`)) throw new Error(`no form to ${action} at ${address}`);
      return send(address, { token, action });
    },
  };
}

/** Fills in a country where there is none, begins a checkout and pays it. Answers the subscription's id. */
export async function subscribeInSandbox(server: TestServer, account: TestAccount): Promise<string> {
  const { browser, email, accessToken: bearer } = account;
  await server.database.$client.query("update accounts set country = coalesce(country, 'DE') where email = $1", [email]);
  const { status, body } = await browser.call('POST', '/create-checkout-session', { bearer });
  if (status !== 200) throw new Error(`the checkout answered ${status} ${String(body.msg)}`);
  await openSandbox(server, account).submit(String(body.url), 'pay');
  const { body: user } = await browser.call('GET', '/me', { bearer });
  if (typeof user.subscription_id !== 'string') throw new Error('the checkout gave no subscription');
  return user.subscription_id;
}

/** A browser as the API sees it: keeps cookies by path, sends them back, and knows nothing of the server's insides. */
import type { FastifyInstance } from 'fastify';

export interface BrowserRequest {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token that is sent as `Authorization: Bearer`. */
  readonly bearer?: string;
}

export interface Answer {
  readonly status: number;
  /** The parsed body when it is JSON, else null. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly setCookies: readonly string[];
}

export interface Browser {
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, request?: BrowserRequest): Promise<Answer>;
  /** Cookies by name. One is sent only to the path for which it was set. */
  readonly cookies: Map<string, { readonly value: string; readonly path: string }>;
}

interface BrowserOptions {
  /** The network address it calls from; one of its own where absent, so that tests share no rate limit. */
  readonly address?: string;
}

let browsers = 0;

function nextAddress(): string {
  browsers += 1;
  return `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`;
}

/** @param app ready for `inject`; paths are relative to `/api/v1` */
export function openBrowser(app: FastifyInstance, { address = nextAddress() }: BrowserOptions = {}): Browser {
  const cookies: Browser['cookies'] = new Map();

  function cookieHeader(url: string): Record<string, string> {
    const sent = [...cookies].filter(([, { path }]) => path === '/' || url === path || url.startsWith(`${path}/`));
    return sent.length === 0 ? {} : { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') };
  }

  return {
    cookies,
    async call(method, path, { body, headers, bearer } = {}) {
      const url = `/api/v1${path}`;
      const response = await app.inject({
        method,
        url,
        remoteAddress: address,
        headers: {
          ...cookieHeader(url),
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      for (const cookie of response.cookies) {
        if (cookie.value === '') cookies.delete(cookie.name);
        else cookies.set(cookie.name, { value: cookie.value, path: cookie.path ?? '/' });
      }
      const isJson = /json/.test(String(response.headers['content-type'] ?? ''));
      return {
        status: response.statusCode,
        body: isJson ? response.json() : {},
        headers: response.headers,
        setCookies: [response.headers['set-cookie'] ?? []].flat(),
      };
    },
  };
}

/**
 * Local websites, as many as a test names, on one server: the header Host says which is asked. They talk to nobody. Reached by
 * SOURCE_WEBSITES_URL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveStandIn } from '../serve.ts';

/** A page as text or bytes, an answer in full, or a program that answers, slowly or never. */
export type SitePage =
  | string
  | Buffer
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void | Promise<void>);

export interface RecordedVisit {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly userAgent: string;
}

export interface WebsitesStandIn {
  readonly origin: string;
  /** Settings that lead a server here, as the environment gives them. */
  readonly environment: Readonly<Record<string, string>>;
  /** What was asked, oldest first. */
  readonly visits: RecordedVisit[];
  /** Adds a site, or pages to one. Any other path of it answers 404. @param pages by path, with its query */
  add(host: string, pages: Readonly<Record<string, SitePage>>): void;
  close(): Promise<void>;
}

export async function startWebsites({ port = 0 }: { readonly port?: number } = {}): Promise<WebsitesStandIn> {
  const sites = new Map<string, Map<string, SitePage>>();
  const visits: RecordedVisit[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', 'user-agent': userAgent = '' } = request.headers;
    const path = request.url ?? '/';
    visits.push({ time: Date.now(), host, path, userAgent });
    const site = sites.get(host);
    // A host that does not exist has no server to answer.
    if (site === undefined) return void response.destroy();
    const page = site.get(path);
    if (typeof page === 'function') return page(request, response);
    if (page === undefined) return send(response, 404, { 'content-type': 'text/html' }, '<h1>Not found</h1>');
    if (typeof page === 'string' || Buffer.isBuffer(page)) return send(response, 200, headersOf(path, {}), page);
    return send(response, page.status ?? 200, headersOf(path, page.headers ?? {}), page.body ?? '');
  }

  const { origin, close } = await serveStandIn('websites', handle, port);
  return {
    origin,
    environment: { SOURCE_WEBSITES_URL: origin },
    visits,
    add: (host, pages) => {
      const known = sites.get(host) ?? new Map<string, SitePage>();
      for (const [path, page] of Object.entries(pages)) known.set(path, page);
      sites.set(host, known);
    },
    close,
  };
}

function headersOf(path: string, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isText = path.startsWith('/robots.txt');
  const type = isText ? 'text/plain' : path.includes('.json') ? 'application/json' : 'text/html; charset=utf-8';
  return { 'content-type': type, ...headers };
}

function send(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): void {
  response.writeHead(status, headers);
  response.end(body);
}

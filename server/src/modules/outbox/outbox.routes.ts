/**
 * `/outbox`: the mails that were not sent, for the operator. Mails contain codes that open accounts, so the pages exist only
 * for a browser that opened the address with the token (`outbox-access.ts`); every other program gets 404, also on this
 * machine. In addition, the pages are served on loopback only, and not at all where the app has a public address.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/app-error.ts';
import { CSS_TYPE, HTML_TYPE } from '../../http/html-page.ts';
import { isLoopbackHost, isLoopbackRequest } from '../../http/loopback.ts';
import { outboxFolder } from '../../mail/create-mailer.ts';
import type { Platform } from '../../platform.ts';
import { createOutboxAccess } from './outbox-access.ts';
import { createOutboxFiles, type OutboxMailWithBody } from './outbox-files.ts';
import { outboxStyle, renderHtmlPart, renderOutboxList, renderOutboxMail } from './outbox-pages.ts';

/** The policy allows no scripts, no inline styles and nothing from other origins; frames only show our own mails. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
/** The HTML of a mail: its styles and nothing else, sandboxed also when it is opened by itself. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

export async function registerOutbox(app: FastifyInstance, platform: Platform): Promise<void> {
  if (!hasOutboxPages(platform.config)) return;
  const folder = outboxFolder(platform.config);
  const files = createOutboxFiles(folder);
  const access = createOutboxAccess(platform.secrets);

  async function readMail(request: FastifyRequest<{ Params: { file: string } }>): Promise<OutboxMailWithBody> {
    const mail = await files.read(request.params.file);
    if (mail === null) throw new AppError('REQUEST.NOT_FOUND');
    return mail;
  }

  await app.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      const opens = request.routeOptions.url === '/outbox' && access.isOpenedBy(request.query);
      if (!isLoopbackRequest(request) || !(opens || access.isOpenTo(request))) throw new AppError('REQUEST.NOT_FOUND');
      reply.header('cache-control', 'no-store').header('content-security-policy', PAGE_POLICY);
    });

    pages.get('/outbox', async (request, reply) => {
      if (access.isOpenedBy(request.query)) {
        access.giveCookie(reply);
        return reply.redirect('/outbox', 303);
      }
      const { mails, total } = await files.list();
      return reply.type(HTML_TYPE).send(renderOutboxList(mails, total));
    });
    pages.get('/outbox/style.css', async (_, reply) => reply.type(CSS_TYPE).send(outboxStyle));
    pages.get<{ Params: { file: string } }>('/outbox/:file', async (request, reply) =>
      reply.type(HTML_TYPE).send(renderOutboxMail(await readMail(request))),
    );
    pages.get<{ Params: { file: string } }>('/outbox/:file/html', async (request, reply) =>
      reply
        .header('content-security-policy', MAIL_POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .type(HTML_TYPE)
        .send(renderHtmlPart(await readMail(request))),
    );
    pages.get<{ Params: { file: string } }>('/outbox/:file/source', async (request, reply) => {
      const { file } = await readMail(request);
      return reply.type('text/plain; charset=utf-8').send(createReadStream(join(folder, file)));
    });
  });
}

function hasOutboxPages({ smtpUrl, publicUrl }: Config): boolean {
  return smtpUrl === null && isLoopbackHost(new URL(publicUrl).host);
}

/**
 * `/sandbox`: pages to pay test money, change the card and see invoices. They exist only if the sandbox is the
 * provider. A page shows only data of a workspace that the signed-in account owns. A form is accepted only from the
 * page it was sent with, in the same session.
 */
import { errorDefinitions } from '@leadloom/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../http/app-error.ts';
import { classifyError } from '../../../http/classify-error.ts';
import { readCookie } from '../../../http/cookies.ts';
import { CSS_TYPE, HTML_TYPE } from '../../../http/html-page.ts';
import { isFromOwnOrigin } from '../../../http/request-origin.ts';
import { parseWorkspaceId } from '../../../http/workspace.ts';
import { addressIn } from '../../../http/workspace-address.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace-id.ts';
import type { BillingPlatform } from '../billing-platform.service.ts';
import {
  changeSandboxCard,
  findWorkspaceOfCheckout,
  findWorkspaceOfInvoice,
  paySandboxCheckout,
  reachNextBillingDate,
  readSandboxCheckout,
  readSandboxInvoice,
  readSandboxPortal,
} from './sandbox.service.ts';
import { createSandboxKeys } from './sandbox-keys.ts';
import { renderCheckout, renderInvoice, renderPortal, renderProblem, sandboxStyle } from './sandbox-pages.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const FORM_BYTES = 4096;

export interface Visitor {
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
  readonly sessionId: string;
  readonly email: string;
}

/**
 * @param findVisitor who is signed in with this token, in their own workspace or in the given one; null: nobody, or no owner of
 * that workspace
 */
export async function registerSandboxPages(
  app: FastifyInstance,
  platform: BillingPlatform,
  findVisitor: (token: string, workspaceId: WorkspaceId | null) => Promise<Visitor | null>,
): Promise<void> {
  if (platform.config.billing.mode !== 'sandbox') return;
  const { publicUrl } = platform.config;
  const keys = createSandboxKeys(platform.secrets);

  /**
   * @param sharedId the workspace that the page is about; null: the visitor's own
   * @throws {AppError} AUTH.SESSION_REQUIRED, WORKSPACE.NOT_FOUND for whoever does not own it
   */
  async function visitorOf(request: FastifyRequest, sharedId: WorkspaceId | null = null): Promise<Visitor> {
    const token = readCookie(request, 'leadloom_sandbox');
    const visitor = token === null ? null : await findVisitor(token, null);
    if (token === null || visitor === null) throw new AppError('AUTH.SESSION_REQUIRED');
    if (sharedId === null || sharedId === visitor.workspaceId) return visitor;
    const owner = await findVisitor(token, sharedId);
    if (owner === null) throw new AppError('WORKSPACE.NOT_FOUND');
    return owner;
  }

  /** The visitor of a page about a row, which says which workspace it belongs to. Rows of others are treated as missing. */
  async function visitorOfRow(request: FastifyRequest, workspaceId: WorkspaceId, missing: AppError): Promise<Visitor> {
    return visitorOf(request, workspaceId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'WORKSPACE.NOT_FOUND') throw missing;
      throw error;
    });
  }

  async function visitorOfCheckout(request: FastifyRequest, id: string): Promise<Visitor> {
    const { workspaceId } = await visitorOf(request);
    const known = await findWorkspaceOfCheckout(platform, id);
    return visitorOfRow(request, known ?? workspaceId, new AppError('BILLING.CHECKOUT_NOT_FOUND'));
  }

  async function visitorOfInvoice(request: FastifyRequest, id: string): Promise<Visitor> {
    const { workspaceId } = await visitorOf(request);
    const known = await findWorkspaceOfInvoice(platform, id);
    return visitorOfRow(request, known ?? workspaceId, new AppError('REQUEST.NOT_FOUND'));
  }

  /** @throws {AppError} AUTH.XSRF_REJECTED */
  function submission(request: FastifyRequest, visitor: Visitor, page: string): string | null {
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const isGenuine = keys.isFormTokenOf(page, visitor.sessionId, fields.get('token') ?? '');
    if (!isGenuine || !isFromOwnOrigin(request.headers, publicUrl)) throw new AppError('AUTH.XSRF_REJECTED');
    return fields.get('action');
  }

  /** The portal, too, first does what is due. */
  const inTurn = <Result>(visitor: Visitor, reply: FastifyReply, work: () => Promise<Result>): Promise<Result> =>
    app.turns.take('change', { ...visitor, reply }, work);

  await app.register(async (pages) => {
    const checkLimit = pages.createLimit({ name: 'pages of the sandbox', max: 300, windowSeconds: 60 });
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body)),
    );
    pages.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('content-security-policy', PAGE_POLICY);
      await checkLimit(request);
    });
    pages.setErrorHandler((error, request, reply) => sendProblemPage(request, reply, classifyError(error)));

    pages.get('/sandbox/style.css', async (_, reply) => reply.type(CSS_TYPE).send(sandboxStyle));

    pages.get<{ Params: { id: string }; Querystring: { declined?: string } }>('/sandbox/checkout/:id', async (request, reply) => {
      const visitor = await visitorOfCheckout(request, request.params.id);
      const { workspaceId, sessionId, email } = visitor;
      const checkout = await readSandboxCheckout(platform, workspaceId, request.params.id);
      const token = keys.formToken(checkout.id, sessionId);
      const isDeclined = request.query.declined !== undefined;
      return reply.type(HTML_TYPE).send(renderCheckout({ checkout, email, token, isDeclined, sharedId: sharedIdOf(visitor) }));
    });

    pages.post<{ Params: { id: string } }>('/sandbox/checkout/:id', async (request, reply) => {
      const { id } = request.params;
      const action = submission(request, await visitorOf(request), id);
      const visitor = await visitorOfCheckout(request, id);
      const here = `/sandbox/checkout/${encodeURIComponent(id)}`;
      if (action !== 'pay') return reply.redirect(`${here}?declined`, 303);
      const { workspaceId } = visitor;
      const { status } = await inTurn(visitor, reply, () => paySandboxCheckout(platform, workspaceId, id));
      const done = addressIn(`/app/success?session_id=${encodeURIComponent(id)}`, sharedIdOf(visitor));
      return reply.redirect(status === 'complete' ? done : here, 303);
    });

    pages.get<{ Querystring: PortalQuery }>('/sandbox/portal', async (request, reply) => {
      const visitor = await visitorOf(request, parseWorkspaceId(request.query.workspace));
      const { workspaceId, sessionId } = visitor;
      const portal = await inTurn(visitor, reply, () => readSandboxPortal(platform, workspaceId));
      const token = keys.formToken(portalName(workspaceId), sessionId);
      return reply.type(HTML_TYPE).send(renderPortal({ ...portal, token, sharedId: sharedIdOf(visitor) }));
    });

    pages.post<{ Querystring: PortalQuery }>('/sandbox/portal', async (request, reply) => {
      const visitor = await visitorOf(request, parseWorkspaceId(request.query.workspace));
      const { workspaceId } = visitor;
      const action = submission(request, visitor, portalName(workspaceId));
      if (action === 'card-works' || action === 'card-fails') {
        await inTurn(visitor, reply, () => changeSandboxCard(platform, workspaceId, action === 'card-fails'));
      } else if (action === 'next-date') await inTurn(visitor, reply, () => reachNextBillingDate(platform, workspaceId));
      else throw new AppError('REQUEST.INVALID');
      return reply.redirect(addressIn('/sandbox/portal', sharedIdOf(visitor)), 303);
    });

    pages.get<{ Params: { id: string } }>('/sandbox/invoices/:id', async (request, reply) => {
      const { workspaceId, email } = await visitorOfInvoice(request, request.params.id);
      return reply.type(HTML_TYPE).send(renderInvoice(await readSandboxInvoice(platform, workspaceId, request.params.id), email));
    });
  });
}

interface PortalQuery {
  readonly workspace?: unknown;
}

function portalName(workspaceId: WorkspaceId): string {
  return `portal ${workspaceId}`;
}

/** null: the visitor's own workspace, which opens without being named. */
function sharedIdOf({ accountId, workspaceId }: Visitor): WorkspaceId | null {
  return workspaceId === personalWorkspaceOf(accountId) ? null : workspaceId;
}

/** These pages are for people, so errors are pages too. */
function sendProblemPage(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { status } = errorDefinitions[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, problem: error.code }, 'request failed');
  return reply
    .code(status)
    .type(HTML_TYPE)
    .send(renderProblem(error.message, status === 401));
}

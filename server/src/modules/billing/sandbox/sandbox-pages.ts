/** The sandbox's pages. Plain HTML without scripts; everything typed by users is escaped. */

import { escapeHtml } from '../../../http/escape-html.ts';
import { renderHtmlPage, sharedPageStyle } from '../../../http/html-page.ts';
import { addressIn } from '../../../http/workspace-address.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { SandboxPortal } from './sandbox.service.ts';
import type { SandboxCheckout, SandboxInvoice, SandboxSubscription } from './sandbox-books.repository.ts';

const BANNER =
  '<p class="banner" role="note"><strong>Test money only.</strong> No card is asked for and nothing is ever charged.</p>';

interface CheckoutPage {
  readonly checkout: SandboxCheckout;
  readonly email: string;
  readonly token: string;
  /** The card was just declined. */
  readonly isDeclined: boolean;
  /** The workspace in which the app opens; null: the visitor's own. */
  readonly sharedId: WorkspaceId | null;
}

export function renderCheckout({ checkout, email, token, isDeclined, sharedId }: CheckoutPage): string {
  const price = money(checkout);
  const summary = `<p class="plan">${escapeHtml(checkout.plan)}</p>
<p class="price">${price} <span class="note">a month</span></p>
<dl>
<dt>Account</dt><dd>${escapeHtml(email)}</dd>
<dt>Renews</dt><dd>every month, until it is cancelled</dd>
</dl>`;
  if (checkout.status !== 'open') {
    const text = checkout.status === 'complete' ? 'This checkout is paid.' : 'This checkout is no longer open.';
    return page('Checkout', `<h1>Subscribe</h1>${summary}<p role="status">${text}</p>${backLink('Back to Leadloom', sharedId)}`);
  }
  const alert = isDeclined ? '<p class="alert" role="alert">The card was declined. Nothing was taken.</p>' : '';
  return page(
    'Checkout',
    `<h1>Subscribe</h1>
${summary}
${alert}
<form method="post" action="/sandbox/checkout/${encodeURIComponent(checkout.id)}">
${hidden(token)}
<button class="primary" name="action" value="pay">Pay with test money</button>
<button name="action" value="decline">Let the card be declined</button>
</form>
${backLink('Cancel', sharedId)}`,
  );
}

interface PortalPage extends SandboxPortal {
  readonly token: string;
  readonly sharedId: WorkspaceId | null;
}

export function renderPortal({ subscription, invoices, token, sharedId }: PortalPage): string {
  const isOver = subscription.status === 'canceled';
  const button = (value: string, label: string) => `<button name="action" value="${value}">${label}</button>`;
  const card = subscription.isCardFailing ? 'a card that is declined' : 'a card that works';
  const actions = [
    subscription.isCardFailing
      ? button('card-works', 'Use a card that works')
      : button('card-fails', 'Use a card that will be declined'),
    button('next-date', 'Move to the next billing date'),
  ];
  const form = isOver
    ? ''
    : `<form method="post" action="${addressIn('/sandbox/portal', sharedId)}">\n${hidden(token)}\n${actions.join('\n')}\n</form>`;
  return page(
    'Customer portal',
    `<h1>Customer portal</h1>
<dl>
<dt>Plan</dt><dd>${escapeHtml(subscription.plan)}, ${money(subscription)} a month</dd>
<dt>State</dt><dd>${stateOf(subscription)}</dd>
<dt>${isOver ? 'Ended' : subscription.cancelAtPeriodEnd ? 'Ends' : 'Next billing date'}</dt>
<dd>${day(subscription.endedAt ?? subscription.currentPeriodEnd)}</dd>
<dt>Card</dt><dd>${card}</dd>
</dl>
${form}
<h2>Invoices</h2>
<ul class="rows">
${invoices.map(invoiceRow).join('\n')}
</ul>
${backLink('Back to Leadloom', sharedId)}`,
  );
}

export function renderInvoice(invoice: SandboxInvoice, email: string): string {
  return page(
    `Invoice ${invoice.number}`,
    `<h1>Invoice ${escapeHtml(invoice.number)}</h1>
<p class="price">${money(invoice)}</p>
<dl>
<dt>For</dt><dd>${escapeHtml(email)}</dd>
<dt>Period</dt><dd>${day(invoice.periodStart)} to ${day(invoice.periodEnd)}</dd>
<dt>Paid</dt><dd>${invoice.paidAt === null ? 'not yet: the card was declined' : day(invoice.paidAt)}</dd>
</dl>
<p class="note">No money was moved, and this is no invoice in law.</p>`,
  );
}

/** @param isSignIn whether the page links to the sign-in */
export function renderProblem(text: string, isSignIn: boolean): string {
  const way = isSignIn ? '<p><a href="/app/login">Sign in</a></p>' : backLink('Back to Leadloom', null);
  return page('Sandbox', `<h1>This did not work</h1>\n<p role="alert">${escapeHtml(text)}</p>\n${way}`);
}

function stateOf({ status, cancelAtPeriodEnd }: SandboxSubscription): string {
  if (status === 'active') return cancelAtPeriodEnd ? 'cancelled, in service until it ends' : 'active';
  return { past_due: 'payment failed', unpaid: 'not paid, out of service', canceled: 'ended' }[status];
}

function invoiceRow(invoice: SandboxInvoice): string {
  const state = invoice.paidAt === null ? '<span class="owed">not paid</span>' : `paid ${day(invoice.paidAt)}`;
  return `<li><a href="/sandbox/invoices/${encodeURIComponent(invoice.id)}">${escapeHtml(invoice.number)}</a>
<span>${money(invoice)}</span> <span class="note">${state}</span></li>`;
}

function money({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  return escapeHtml(new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100));
}

function day(time: Date): string {
  const date = time.toISOString().slice(0, 10);
  return `<time datetime="${date}">${date}</time>`;
}

function hidden(token: string): string {
  return `<input type="hidden" name="token" value="${escapeHtml(token)}">`;
}

function backLink(label: string, sharedId: WorkspaceId | null): string {
  return `<p><a href="${addressIn('/app/payment', sharedId)}">${label}</a></p>`;
}

function page(title: string, body: string): string {
  return renderHtmlPage({
    title: `${title} · Leadloom sandbox`,
    styleSheet: '/sandbox/style.css',
    banner: BANNER,
    body,
  });
}

/** The style sheet, which is served as a file. */
export const sandboxStyle = `
${sharedPageStyle}
:root { --warn: #8a5200; --bad: #ae2a22; }
@media (prefers-color-scheme: dark) {
  :root { --warn: #e9b872; --bad: #f2a19b; }
}
.banner { margin: 0; padding: 10px 20px; text-align: center; background: color-mix(in srgb, var(--warn) 10%, var(--card)); color: var(--warn); border-bottom: 1px solid var(--line); }
main { max-width: 520px; margin: 32px max(16px, 50% - 260px) 64px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
h1 { margin: 0 0 12px; font-size: 22px; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.plan { margin: 0; font-weight: 600; }
.price { margin: 0 0 16px; font-size: 28px; font-weight: 700; }
.note { font-weight: 400; }
dl { gap: 4px 16px; margin: 16px 0; }
form { display: grid; gap: 10px; margin: 20px 0; }
button { padding: 12px 18px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { border-color: var(--accent); }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.alert, .owed { color: var(--bad); font-weight: 600; }
.rows { margin: 0; padding: 0; list-style: none; }
.rows li { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 8px 0; border-top: 1px solid var(--line); }
`;

/**
 * The data and actions of the sandbox's pages, always for one workspace. Data of other workspaces is treated as missing.
 */
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { advanceSandbox, deliverSandboxEvents } from '../billing-clock.service.ts';
import type { BillingPlatform } from '../billing-platform.service.ts';
import {
  createSandboxBooks,
  type SandboxCheckout,
  type SandboxInvoice,
  type SandboxSubscription,
} from './sandbox-books.repository.ts';

export interface SandboxPortal {
  readonly subscription: SandboxSubscription;
  readonly invoices: readonly SandboxInvoice[];
}

/** null: there is no such checkout. */
export async function findWorkspaceOfCheckout({ database }: Platform, id: string): Promise<WorkspaceId | null> {
  return (await createSandboxBooks(database).findCheckout(id))?.workspaceId ?? null;
}

/** null: there is no such invoice. */
export async function findWorkspaceOfInvoice({ database }: Platform, id: string): Promise<WorkspaceId | null> {
  return (await createSandboxBooks(database).findInvoice(id))?.workspaceId ?? null;
}

/** @throws {AppError} BILLING.CHECKOUT_NOT_FOUND */
export async function readSandboxCheckout(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SandboxCheckout> {
  const checkout = await createSandboxBooks(database).findCheckout(id);
  if (checkout === null || checkout.workspaceId !== workspaceId) throw new AppError('BILLING.CHECKOUT_NOT_FOUND');
  const isOver = checkout.status === 'open' && checkout.expiresAt <= now();
  return isOver ? { ...checkout, status: 'expired' } : checkout;
}

/** A checkout that is already paid or closed stays unchanged. @throws {AppError} BILLING.CHECKOUT_NOT_FOUND */
export async function paySandboxCheckout(
  platform: BillingPlatform,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SandboxCheckout> {
  const { database, now } = platform;
  await readSandboxCheckout(platform, workspaceId, id);
  await createSandboxBooks(database).payCheckout(id, now());
  await deliverSandboxEvents(platform);
  return readSandboxCheckout(platform, workspaceId, id);
}

/** @throws {AppError} BILLING.SUBSCRIPTION_NOT_FOUND if the account never bought anything */
export async function readSandboxPortal(platform: BillingPlatform, workspaceId: WorkspaceId): Promise<SandboxPortal> {
  await advanceSandbox(platform, workspaceId);
  const books = createSandboxBooks(platform.database);
  const subscription = await books.findSubscriptionOf(workspaceId);
  if (subscription === null) throw new AppError('BILLING.SUBSCRIPTION_NOT_FOUND');
  return { subscription, invoices: await books.listInvoices(subscription.customerId, 'all') };
}

/** A working card pays at once what is due. @throws {AppError} BILLING.SUBSCRIPTION_NOT_FOUND */
export async function changeSandboxCard(platform: BillingPlatform, workspaceId: WorkspaceId, isFailing: boolean): Promise<void> {
  const { subscription } = await readSandboxPortal(platform, workspaceId);
  await createSandboxBooks(platform.database).setCard(subscription.id, isFailing, platform.now());
  await deliverSandboxEvents(platform);
}

/** Advances to the next billing date, to show a renewal. @throws {AppError} BILLING.SUBSCRIPTION_NOT_FOUND */
export async function reachNextBillingDate(platform: BillingPlatform, workspaceId: WorkspaceId): Promise<void> {
  const { subscription } = await readSandboxPortal(platform, workspaceId);
  await createSandboxBooks(platform.database).advanceSubscription(subscription.id, subscription.currentPeriodEnd);
  await deliverSandboxEvents(platform);
}

/** @throws {AppError} REQUEST.NOT_FOUND */
export async function readSandboxInvoice({ database }: Platform, workspaceId: WorkspaceId, id: string): Promise<SandboxInvoice> {
  const invoice = await createSandboxBooks(database).findInvoice(id);
  if (invoice === null || invoice.workspaceId !== workspaceId) throw new AppError('REQUEST.NOT_FOUND');
  return invoice;
}

/**
 * Checks that the extension responds and keeps the version and the allowance it reports. Hands over the signed catalogue with the first
 * check after the page has one, and again when it changes.
 */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import { canReadSections } from '@leadloom/shared/messages/extension-abilities';
import { createStore } from 'zustand/vanilla';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import { latestSignedCatalogue } from '../api/catalogue.ts';

interface ExtensionState {
  /** The version decides what the extension can do (`extension-abilities.ts`). null: the extension has not answered yet. */
  readonly version: string | null;
  /** null: the extension has not answered yet, or this page has not proved its server. */
  readonly allowance: Allowance | null;
  /** false while the person has not confirmed the key the extension learned of this server. */
  readonly isKeyConfirmed: boolean | null;
}

const unknownState: ExtensionState = { version: null, allowance: null, isKeyConfirmed: null };
export const allowanceStore = createStore<ExtensionState>(() => unknownState);

let handedOver: string | null = null;

/** `faulty`: something answered, and a retry may succeed. `gone`: no answer, or this page may not ask. */
export type ExtensionAnswer = 'there' | 'faulty' | 'gone';

export async function askExtension(): Promise<ExtensionAnswer> {
  const signed = latestSignedCatalogue();
  const isNew = signed !== null && signed.document !== handedOver;
  const result = await sendToExtension('checkExtension', isNew ? { catalogue: signed } : {});
  if (!result.ok) return ['internal', 'rate_limited'].includes(result.error.code) ? 'faulty' : 'gone';
  const { version, allowance, isKeyConfirmed = null } = result.data;
  allowanceStore.setState({ version });
  // Without a proof the extension takes no catalogue, which is therefore handed over again.
  if (allowance === undefined) return 'there';
  if (isNew) handedOver = signed.document;
  allowanceStore.setState({ allowance, isKeyConfirmed });
  return 'there';
}

/** Whether the extension that answered last allows the addresses of sections. */
export function extensionReadsSections(): boolean {
  return canReadSections(allowanceStore.getState().version ?? '');
}

/** Lets tests begin as after a reload. */
export function forgetAllowance(): void {
  handedOver = null;
  allowanceStore.setState(unknownState);
}

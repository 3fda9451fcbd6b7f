/**
 * What the popup does. It reads and writes the same stored state as the background and never sends it
 * a message; questions about site access are asked straight from a click, as the browser demands.
 */
import { dropSiteAccess, LINKEDIN_ORIGIN, onSiteAccessChange, requestSiteAccess } from '../platform/site-access.ts';
import { onStoredChange } from '../platform/storage.ts';
import { forgetCatalogue } from '../state/catalogues.ts';
import type { Clock } from '../state/clock.ts';
import {
  addConnectedOrigin,
  clearPendingOrigin,
  notePendingOrigin,
  readConnectedOrigins,
  readSelfHostedOrigin,
  removeConnectedOrigins,
} from '../state/connected-origins.ts';
import { endUserCoolDown } from '../state/cool-down.ts';
import { readRequestLog } from '../state/ledger.ts';
import { confirmKey, forgetKey } from '../state/origin-keys.ts';
import { type PopupSetting, readPopupState } from './popup-state.ts';
import { createPopupView } from './popup-view.ts';
import { createRequestLogView } from './request-log-view.ts';

export async function startPopup(page: Document, setting: PopupSetting, clock: Clock): Promise<void> {
  const { origins: builtInOrigins } = setting.builtIn;
  const find = (id: string): HTMLElement => {
    const found = page.getElementById(id);
    if (found === null) throw new Error(`the popup has no #${id}`);
    return found;
  };
  createRequestLogView(page, find, () => readRequestLog(clock.now()), clock.now);
  const view = createPopupView(page, find, builtInOrigins[0] ?? '', {
    onGrantAccess: () => void requestSiteAccess([LINKEDIN_ORIGIN, ...builtInOrigins]).then(refresh),
    onContinue: () => void endUserCoolDown(clock.now()).then(refresh),
    onConnect: (typed) => void connect(typed),
    onDisconnect: (origin) => void disconnect(origin),
    onForget: (origin) => void forget(origin).then(refresh),
    onConfirm: (origin, publicKey) => void confirmKey(origin, publicKey).then(refresh),
  });

  /** Reads overlap; the one started last is shown last. */
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const own = latest;
    const now = clock.now();
    const state = await readPopupState(setting, now);
    if (own === latest) view.show(state, now);
  }

  async function connect(typed: string): Promise<void> {
    const origin = readSelfHostedOrigin(typed);
    if (origin === null) {
      view.showConnectResult('Enter an address like https://leads.example.com. Without https it must be in your own network.');
      return;
    }
    if (builtInOrigins.includes(origin)) {
      view.showConnectResult('This address is already connected.');
      return;
    }
    // Storing the note is not awaited: the question must follow the click at once. The note is there even if the popup is
    // not.
    const noted = notePendingOrigin(origin);
    const isGranted = await requestSiteAccess([origin]);
    await noted;
    if (isGranted) await addConnectedOrigin(origin);
    await clearPendingOrigin();
    view.showConnectResult(isGranted ? null : 'The browser did not grant access to this address.');
    await refresh();
  }

  async function disconnect(origin: string): Promise<void> {
    await removeConnectedOrigins([origin]);
    await forget(origin);
    await dropSiteAccess(origin, await readConnectedOrigins());
    await refresh();
  }

  async function forget(origin: string): Promise<void> {
    await forgetCatalogue(origin);
    await forgetKey(origin);
  }

  onStoredChange(() => void refresh());
  onSiteAccessChange(() => void refresh());
  await refresh();
}

/** Writes the state into the page. Text goes in as text; the only addresses are origins we made ourselves. */
import type { Meter } from '@leadloom/shared/messages/allowance';
import { canUserEnd } from '../state/cool-down.ts';
import {
  describeCatalogue,
  describeConnecting,
  describeContinuation,
  describeCoolDown,
  describeKey,
  describeLinkedIn,
  describeMeter,
  describeRequests,
  describeWarmUp,
} from './describe-state.ts';
import type { OriginState, PopupState } from './popup-state.ts';

export interface PopupActions {
  readonly onGrantAccess: () => void;
  readonly onContinue: () => void;
  readonly onConnect: (typed: string) => void;
  readonly onDisconnect: (origin: string) => void;
  /** Forgets the key of an origin that cannot be disconnected. */
  readonly onForget: (origin: string) => void;
  /** The person compared the key's fingerprint with the one the server shows. */
  readonly onConfirm: (origin: string, publicKey: string) => void;
}

export interface PopupView {
  show(state: PopupState, now: number): void;
  /** Clears the field after success, or tells what is wrong with it. */
  showConnectResult(problem: string | null): void;
}

const COLLECTOR_PATH = '/app/linkedin/collector';

/** @param builtInOrigin where "Open the collector" leads while nothing else is connected; empty if there is none */
export function createPopupView(
  page: Document,
  find: (id: string) => HTMLElement,
  builtInOrigin: string,
  actions: PopupActions,
): PopupView {
  const address = find('address');
  const list = find('connected');

  find('grant-access').addEventListener('click', actions.onGrantAccess);
  find('continue-now').addEventListener('click', actions.onContinue);
  find('connect').addEventListener('submit', (event) => {
    event.preventDefault();
    if ('value' in address && typeof address.value === 'string') actions.onConnect(address.value);
  });

  function showText(id: string, text: string): void {
    const element = find(id);
    element.hidden = text === '';
    // Unchanged text stays: a status that is written again is read out again.
    if (element.textContent !== text) element.textContent = text;
  }

  function showMeter(id: string, meter: Meter, now: number): void {
    showText(`${id}-left`, describeMeter(meter));
    showText(`${id}-continues`, describeContinuation(meter, now));
    const bar = find(`${id}-bar`);
    bar.setAttribute('max', String(meter.limit));
    bar.setAttribute('value', String(Math.max(0, meter.limit - meter.used)));
  }

  function itemOf({ origin, isBuiltIn, catalogue, key }: OriginState): HTMLElement {
    const item = page.createElement('li');
    const link = page.createElement('a');
    link.href = origin + COLLECTOR_PATH;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = origin;
    item.append(link);
    if (!isBuiltIn) item.append(buttonOf('Disconnect', origin, actions.onDisconnect));
    else if (catalogue?.refusal === 'other_key' && key !== 'built_in') item.append(buttonOf('Remove', origin, actions.onForget));
    if (catalogue !== null)
      item.append(noteOf(describeCatalogue(catalogue, key === 'built_in'), catalogue.refusal === null ? 'quiet' : 'error'));
    if (key !== null && key !== 'built_in') {
      item.append(noteOf(describeKey(key), 'quiet'));
      if (!key.isConfirmed) item.append(buttonOf('Confirm', origin, () => actions.onConfirm(origin, key.publicKey)));
    }
    return item;
  }

  function noteOf(text: string, look: 'quiet' | 'error'): HTMLElement {
    const note = page.createElement('p');
    note.className = look;
    note.textContent = text;
    return note;
  }

  function buttonOf(verb: string, origin: string, onClick: (origin: string) => void): HTMLElement {
    const button = page.createElement('button');
    button.type = 'button';
    button.textContent = verb;
    button.setAttribute('aria-label', `${verb} ${origin}`);
    button.addEventListener('click', () => onClick(origin));
    return button;
  }

  return {
    show(state, now) {
      const words = describeLinkedIn(state);
      const { allowance, coolDown, origins } = state;
      showText('version', `Version ${state.version}`);
      showText('linkedin-status', words.status);
      showText('linkedin-advice', words.advice);
      find('linkedin-status').dataset.state = state.linkedIn === 'signed_in' ? 'good' : 'bad';
      find('grant-access').hidden = state.linkedIn !== 'no_access';
      showMeter('profiles', allowance.profiles, now);
      showMeter('search-pages', allowance.searchPages, now);
      showMeter('lookups', allowance.lookups, now);
      showText('warm-up', describeWarmUp(allowance.warmUpDay));
      showText('requests', describeRequests(allowance.requests));
      showText('pause-text', coolDown === null ? '' : describeCoolDown(coolDown, now));
      find('pause').hidden = coolDown === null;
      find('continue-now').hidden = coolDown === null || !canUserEnd(coolDown);
      const connected = origins.findLast(({ isBuiltIn }) => !isBuiltIn)?.origin;
      find('open-collector').setAttribute('href', (connected ?? builtInOrigin) + COLLECTOR_PATH);
      find('open-collector').hidden = !state.isConnected;
      find('allowance').hidden = !state.isConnected;
      showText('connect-heading', state.isConnected ? 'Connect a self-hosted Leadloom' : 'Connect your Leadloom');
      showText('connect-advice', describeConnecting(state));
      list.hidden = origins.length === 0;
      list.replaceChildren(...origins.map(itemOf));
    },
    showConnectResult(problem) {
      showText('connect-error', problem ?? '');
      address.setAttribute('aria-invalid', String(problem !== null));
      if (problem === null && 'value' in address) address.value = '';
    },
  };
}

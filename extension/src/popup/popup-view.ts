/** Writes the state into the page. Text goes in as text; the only addresses are origins we made ourselves. */
import { describeCoolDown, describeLinkedIn, describeRequests } from './describe-state.ts';
import type { PopupState } from './popup-state.ts';

export interface PopupActions {
  readonly onGrantAccess: () => void;
  readonly onContinue: () => void;
  readonly onConnect: (typed: string) => void;
  readonly onDisconnect: (origin: string) => void;
}

export interface PopupView {
  show(state: PopupState, now: number): void;
  /** Clears the field after success, or tells what is wrong with it. */
  showConnectResult(problem: string | null): void;
}

const COLLECTOR_PATH = '/app/linkedin/collector';

/** @param builtInOrigin where "Open the collector" leads while nothing else is connected */
export function createPopupView(page: Document, builtInOrigin: string, actions: PopupActions): PopupView {
  const find = (id: string): HTMLElement => {
    const found = page.getElementById(id);
    if (found === null) throw new Error(`the popup has no #${id}`);
    return found;
  };
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

  function connectedItem(origin: string): HTMLElement {
    const item = page.createElement('li');
    const link = page.createElement('a');
    link.href = origin + COLLECTOR_PATH;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = origin;
    const button = page.createElement('button');
    button.type = 'button';
    button.textContent = 'Disconnect';
    button.setAttribute('aria-label', `Disconnect ${origin}`);
    button.addEventListener('click', () => actions.onDisconnect(origin));
    item.append(link, button);
    return item;
  }

  return {
    show(state, now) {
      const words = describeLinkedIn(state.linkedIn);
      showText('version', `Version ${state.version}`);
      showText('linkedin-status', words.status);
      showText('linkedin-advice', words.advice);
      find('linkedin-status').dataset.state = state.linkedIn === 'signed_in' ? 'good' : 'bad';
      find('grant-access').hidden = state.linkedIn !== 'no_access';
      showText('requests', describeRequests(state.requestCount));
      showText('pause-text', state.coolDown === null ? '' : describeCoolDown(state.coolDown, now));
      find('pause').hidden = state.coolDown === null;
      find('continue-now').hidden = state.coolDown === null || state.coolDown.cause === 'throttled';
      find('open-collector').setAttribute('href', (state.connectedOrigins.at(-1) ?? builtInOrigin) + COLLECTOR_PATH);
      list.hidden = state.connectedOrigins.length === 0;
      list.replaceChildren(...state.connectedOrigins.map(connectedItem));
    },
    showConnectResult(problem) {
      showText('connect-error', problem ?? '');
      address.setAttribute('aria-invalid', String(problem !== null));
      if (problem === null && 'value' in address) address.value = '';
    },
  };
}

/** The popup's second screen: every request of the last 30 days, newest first, some at a time, and as a file. */
import type { LedgerEntry } from '../state/ledger-buckets.ts';
import { describeRequest } from './describe-request.ts';
import { clockOf, dayOf } from './moment.ts';

/** Tells a spreadsheet that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r]/;

const ROWS_AT_A_TIME = 50;

/** Ready from the moment it is made: its own buttons open and close it. @param readLog all requests, newest first @param now milliseconds since 1970, for the file's name */
export function createRequestLogView(
  page: Document,
  find: (id: string) => HTMLElement,
  readLog: () => Promise<readonly LedgerEntry[]>,
  now: () => number,
): void {
  const list = find('log-list');
  const more = find('log-more');
  const csv = find('log-export');
  let entries: readonly LedgerEntry[] = [];
  let shown = 0;

  find('show-log').addEventListener('click', () => void open());
  find('hide-log').addEventListener('click', close);
  more.addEventListener('click', () => {
    const first = list.querySelectorAll('.request').length;
    showMore();
    // The button may be gone; reading goes on with the first new row.
    const row = list.querySelectorAll<HTMLElement>('.request')[first];
    row?.focus();
  });
  csv.addEventListener('click', () => void download());

  async function open(): Promise<void> {
    entries = await readLog();
    shown = 0;
    list.replaceChildren();
    find('log-empty').hidden = entries.length > 0;
    csv.hidden = entries.length === 0;
    showMore();
    swap(true);
    find('log-heading').focus({ preventScroll: true });
    page.defaultView?.scrollTo(0, 0);
  }

  function close(): void {
    swap(false);
    find('show-log').focus();
  }

  function swap(isLog: boolean): void {
    find('log-view').hidden = !isLog;
    find('main-view').hidden = isLog;
  }

  function showMore(): void {
    const next = entries.slice(shown, shown + ROWS_AT_A_TIME);
    list.append(...next.flatMap((entry, index) => elementsOf(entry, entries[shown + index - 1])));
    shown += next.length;
    more.hidden = shown >= entries.length;
    more.textContent = `Show more (${entries.length - shown} left)`;
  }

  /** A row, and before it the day when it is another than that of the row above. */
  function elementsOf(entry: LedgerEntry, above: LedgerEntry | undefined): HTMLElement[] {
    const words = describeRequest(entry);
    const row = elementOf('li', 'request', '');
    row.tabIndex = -1;
    const time = elementOf('time', '', clockOf(entry.time));
    time.setAttribute('datetime', new Date(entry.time).toISOString());
    const outcome = elementOf('span', 'outcome', words.outcome);
    outcome.dataset.state = entry.outcome === 'ok' ? 'good' : 'bad';
    row.append(time, elementOf('span', '', words.endpoint), outcome);
    const day = dayOf(entry.time);
    return above !== undefined && dayOf(above.time) === day ? [row] : [elementOf('li', 'day', day), row];
  }

  function elementOf(tag: 'li' | 'span' | 'time', className: string, text: string): HTMLElement {
    const element = page.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  }

  /** The log is read again: the file holds what was sent since the list was shown. */
  async function download(): Promise<void> {
    const address = URL.createObjectURL(new Blob([requestLogCsv(await readLog())], { type: 'text/csv' }));
    const link = page.createElement('a');
    link.href = address;
    link.download = `leadloom-requests-${new Date(now()).toISOString().slice(0, 10)}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  }
}

/** The request log as a CSV file. Pure. @param entries in the order they are to have; times become ISO 8601 in UTC */
export function requestLogCsv(entries: readonly LedgerEntry[]): string {
  const rows = entries.map((entry) => {
    const { endpoint, outcome, countedAs } = describeRequest(entry);
    return [new Date(entry.time).toISOString(), endpoint, outcome, countedAs];
  });
  const lines = [['Time', 'Request', 'Outcome', 'Counted as'], ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

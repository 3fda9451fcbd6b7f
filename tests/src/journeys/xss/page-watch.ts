/** Watches a page for whatever a hostile text might do to it, and looks through what it became. */
import type { Page } from '@playwright/test';

export interface Damage {
  readonly dialogs: readonly string[];
  readonly scriptRuns: number;
  readonly policyReports: readonly string[];
  /** Elements and attributes the app never makes. */
  readonly foreignMarkup: readonly string[];
  /** Addresses of another kind than http and https. */
  readonly badAddresses: readonly string[];
  /** Links that lead away, or open a window, without `noopener`. */
  readonly openers: readonly string[];
  /** Requests to places nothing of ours is at. */
  readonly strayRequests: readonly string[];
}

export interface PageWatch {
  /** What happened since the page was last looked through; its document must still be the same. */
  readonly look: () => Promise<Damage>;
}

/** Watches a page before it loads anything. @param friends origins beside its own that it may ask */
export async function watchPage(page: Page, friends: readonly string[]): Promise<PageWatch> {
  const dialogs: string[] = [];
  const strayRequests: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && !friends.includes(origin)) strayRequests.push(request.url());
  });
  await page.addInitScript(countDamage);
  return {
    look: async () => ({
      dialogs: dialogs.splice(0),
      strayRequests: strayRequests.splice(0),
      ...(await page.evaluate(inspectDocument)),
    }),
  };
}

/** Everything the document says: its text, and what stands in its fields. Line breaks and control characters are not compared. */
export async function textOfDocument(page: Page): Promise<string> {
  const text = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => Reflect.get(field, 'value'));
    return [document.body.textContent, ...fields].join('\n');
  });
  return withoutControls(text);
}

/** The texts that the page does not show. */
export async function missingNow(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  const shown = await textOfDocument(page);
  return texts.filter((text) => !shown.includes(withoutControls(text).trim()));
}

export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what fields and files drop
  return text.replaceAll(/[\u0000-\u001f\ufffd]/g, '');
}

/** Runs in the page before it does. */
function countDamage(): void {
  const counted = { runs: 0, reports: Array.of<string>() };
  Reflect.set(window, '__damage', counted);
  Reflect.set(window, 'hit', () => {
    counted.runs += 1;
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
    counted.reports.push(`${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`);
  });
}

/** Runs in the page. */
function inspectDocument() {
  const counted = Reflect.get(window, '__damage');
  const foreignMarkup: string[] = [];
  const badAddresses: string[] = [];
  const openers: string[] = [];
  const addressAttributes = ['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'poster', 'background', 'ping'];
  const neverMade =
    'object, embed, applet, base[href], marquee, math, meta[http-equiv], iframe[srcdoc], foreignObject, animate, use';

  const excerptOf = (element: Element): string => element.outerHTML.slice(0, 200);
  const protocolOf = (address: string): string => {
    try {
      return new URL(address, document.baseURI).protocol;
    } catch {
      return 'unreadable';
    }
  };
  const support = document.querySelector('meta[name="support-email"]')?.getAttribute('content');
  /** A bare mail address that says what it is: no subject, no copies, no other name. */
  const isMailAddress = (element: Element, address: string): boolean =>
    /^mailto:[\w.+-]+@[\w.-]+$/.test(address) && address === `mailto:${element.textContent}`;
  /** An international telephone number of digits only, which the text says too; it may group them. */
  const isPhoneNumber = (element: Element, address: string): boolean =>
    /^tel:\+\d+$/.test(address) &&
    /^\+[\d ().-]+$/.test(element.textContent) &&
    address === `tel:+${element.textContent.replaceAll(/\D/g, '')}`;
  /** What the app makes on purpose beside web addresses; the operator's address is no text of strangers. */
  const isOwnKind = (element: Element, attribute: string, address: string): boolean =>
    (element.tagName === 'IMG' && attribute === 'src' && address.startsWith('data:image/')) ||
    (element.tagName === 'A' &&
      (address.startsWith('otpauth://totp/') ||
        address === `mailto:${support}` ||
        isMailAddress(element, address) ||
        isPhoneNumber(element, address)));

  for (const element of document.querySelectorAll(neverMade)) foreignMarkup.push(excerptOf(element));
  for (const script of document.querySelectorAll('script')) {
    const isOwn = script.src !== '' && new URL(script.src).origin === location.origin;
    if (!isOwn) foreignMarkup.push(excerptOf(script));
  }
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc') foreignMarkup.push(excerptOf(element));
      if (!addressAttributes.includes(name) || isOwnKind(element, name, value)) continue;
      if (!['http:', 'https:'].includes(protocolOf(value))) badAddresses.push(excerptOf(element));
    }
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const leadsAway = link.origin !== location.origin || !['', '_self'].includes(link.target);
    const isWeb = ['http:', 'https:'].includes(link.protocol);
    if (isWeb && leadsAway && !link.relList.contains('noopener')) openers.push(excerptOf(link));
  }
  const scriptRuns = Number(counted?.runs ?? Number.NaN);
  const policyReports = Array.from<unknown>(counted?.reports ?? []).map(String);
  if (counted !== undefined) Object.assign(counted, { runs: 0 });
  counted?.reports.splice(0);
  return { scriptRuns, policyReports, foreignMarkup, badAddresses, openers };
}

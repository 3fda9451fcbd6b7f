/**
 * The page of one case: its own account, API and time. While the test waits, the page's time passes faster than real time,
 * so that retries and redirects take little time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { anAccessToken, healthyAnswers } from './answers.ts';
import { type Answers, type ApiStub, createApiStub } from './api-stub.ts';
import type { FaultServer } from './fault-server.ts';

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 25;
/**
 * Most of what is waited for comes without timers. Every step of the page's time is remembered by Playwright, for all pages of
 * the context, so that each later document repeats all steps.
 */
const LOOKS_BEFORE_TIME_PASSES = 8;
/** The pause between two looks, as the page sees it. */
const PAGE_STEP_MS = 300;
const LONG_AGO = 1_000_000_000;

export interface Stage {
  readonly page: Page;
  readonly api: ApiStub;
  readonly alerts: readonly string[];
  readonly downloads: readonly string[];
  /** Exceptions and lines of the console that nobody planned for. */
  readonly uncaught: readonly string[];
  /** From now on the answers differ from those of a healthy server in these; the page learns it when it asks again. */
  readonly answer: (answers: Answers) => void;
  readonly close: () => Promise<void>;
}

export interface StageParts {
  /** Its clock is installed. */
  readonly context: BrowserContext;
  readonly faultServer: FaultServer;
}

export interface StageSettings {
  readonly visitor: 'anybody' | 'member';
  /** The answers that differ from those of a healthy server. */
  readonly answers: Answers;
  /** Beginnings of lines the app may write to the console. */
  readonly logs?: readonly string[];
  /** The member's access token is past its time. */
  readonly isSessionExpired?: boolean;
}

export async function openStage({ context, faultServer }: StageParts, settings: StageSettings): Promise<Stage> {
  const page = await context.newPage();
  const subject = crypto.randomUUID();
  const healthy = healthyAnswers(subject);
  let answers: Answers = { ...healthy, ...settings.answers };
  const api = createApiStub(() => answers, faultServer);
  const alerts: string[] = [];
  const downloads: string[] = [];
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(`exception: ${error.message}`));
  page.on('console', (line) => {
    if (isComplaint(line, settings.logs ?? [])) uncaught.push(`console: ${line.text()}`);
  });
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  // A handler may still wait when the page is closed; its route is gone then.
  await page.route('**/api/v1/**', (route) =>
    api.handle(route).catch((error: unknown) => noteUnlessClosed(page, uncaught, error)),
  );
  await page.route('**/sandbox/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sandbox</h1>' }));
  await page.addInitScript(keepTokensOnce, tokensFor(subject, settings));
  await page.addInitScript(installFakeExtension);
  return {
    page,
    api,
    alerts,
    downloads,
    uncaught,
    answer: (others) => {
      answers = { ...healthy, ...others };
    },
    close: async () => {
      uncaught.push(...api.strangers.map((request) => `nobody answers: ${request}`));
      await page.close();
      api.release();
    },
  };
}

/** Lets the page's time pass in steps, between which answers and messages may arrive as they would. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += PAGE_STEP_MS) await page.clock.runFor(PAGE_STEP_MS);
}

/** Checks repeatedly. false: the condition was not met for a long time. */
export async function until(page: Page, isReached: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let looks = 1; performance.now() < deadline; looks += 1) {
    if (await isReached()) return true;
    if (looks > LOOKS_BEFORE_TIME_PASSES) await page.clock.runFor(PAGE_STEP_MS);
    await sleep(LOOK_EVERY_MS);
  }
  return isReached();
}

export function isVisible(page: Page, text: string | RegExp): Promise<boolean> {
  return page.getByText(text).filter({ visible: true }).first().isVisible();
}

/** The page's address and text, for an error message. */
export async function textOf(page: Page): Promise<string> {
  const text = (await page.locator('body').textContent()) ?? '';
  return `${page.url()} ${JSON.stringify(text.replaceAll(/\s+/g, ' ').slice(0, 600))}`;
}

/** The browser's own lines about a request are no error of the app; its log is read by those who look for it. */
function isComplaint(line: ConsoleMessage, expected: readonly string[]): boolean {
  if (line.type() !== 'error' || line.text().startsWith('Failed to load resource')) return false;
  return !expected.some((text) => line.text().startsWith(`[leadloom] ${text}`));
}

function noteUnlessClosed(page: Page, uncaught: string[], error: unknown): void {
  if (!page.isClosed()) uncaught.push(`stub: ${String(error)}`);
}

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

function tokensFor(subject: string, { visitor, isSessionExpired = false }: StageSettings): Tokens | null {
  if (visitor === 'anybody') return null;
  return {
    accessToken: isSessionExpired ? anAccessToken(subject, LONG_AGO) : anAccessToken(subject),
    refreshToken: crypto.randomUUID(),
  };
}

/** Runs in the page before any other script; a reload keeps what the app stored. */
function keepTokensOnce(tokens: Tokens | null): void {
  if (sessionStorage.getItem('isKept') !== null) return;
  sessionStorage.setItem('isKept', 'yes');
  localStorage.clear();
  if (tokens === null) return;
  localStorage.setItem('refreshToken', tokens.refreshToken);
  localStorage.setItem('accessToken', tokens.accessToken);
}

/** Replaces the extension in these cases: answers the page's messages at once. Runs in the page. */
function installFakeExtension(): void {
  const untouched = { used: 0, limit: 100, continuesAt: null };
  const allowance = {
    ...{ profiles: untouched, searchPages: untouched, lookups: untouched, requests: untouched },
    ...{ warmUpDay: null, pause: null, catalogue: null },
  };
  const answers = new Map<unknown, (payload: Readonly<Record<string, unknown>>) => unknown>([
    ['checkExtension', () => ({ installed: true, version: '0.2.0', allowance })],
    ['checkCookies', () => ({ available: true })],
    ['fetchData', ({ requestId }) => ({ requestId, body: '{}' })],
  ]);
  window.addEventListener('message', ({ data }) => {
    if (data?.kind !== 'request') return;
    const reply = { ok: true, data: answers.get(data.name)?.(data.payload) };
    window.postMessage({ channel: data.channel, kind: 'reply', id: data.id, reply }, window.location.origin);
  });
}

/// <reference lib="dom" preserve="true" />
/**
 * What the browsers of a journey complain about, on every page and in the extension's worker: errors nobody caught,
 * lines written to the console as errors, and breaches of a content security policy. Whoever runs a journey takes them
 * (strict-test.ts); one process runs one journey at a time.
 */
import type { BrowserContext, ConsoleMessage, Worker } from '@playwright/test';

const heard: string[] = [];

/** Records complaints. It is called before the browser opens anything. */
export async function watchComplaints(context: BrowserContext): Promise<void> {
  context.on('weberror', (event) =>
    heard.push(`uncaught at ${event.page()?.url() ?? 'a closed page'}: ${String(event.error())}`),
  );
  context.on('console', (message) => {
    if (isComplaint(message)) heard.push(`console at ${locationOf(message)}: ${message.text()}`);
  });
  const onWorker = (worker: Worker) => void worker.evaluate(REPORT_UNCAUGHT).catch(() => undefined);
  context.on('serviceworker', onWorker);
  for (const worker of context.serviceWorkers()) onWorker(worker);
  await context.addInitScript({ content: REPORT_BREACHES });
}

/** The complaints since the last call, each with where it comes from. */
export function takeComplaints(): readonly string[] {
  return heard.splice(0);
}

/** A refused sign-in or an expired code is an answer, which the browser reports as a failed load. */
function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !/^Failed to load resource: .* status of 4\d\d/.test(message.text());
}

function locationOf(message: ConsoleMessage): string {
  const from = message.page()?.url() ?? message.worker()?.url() ?? 'a closed page';
  const { url } = message.location();
  return url === '' || url === from ? from : `${from} (${url})`;
}

/** Runs in every document before anything else; a breach is told even where the browser writes no line about it. */
const REPORT_BREACHES = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy breached: ' + violatedDirective + ' by ' + blockedURI),
);`;

/** Runs in a worker, whose errors the browser tells nobody else. */
const REPORT_UNCAUGHT = `
  addEventListener('error', (event) => console.error('uncaught: ' + event.message));
  addEventListener('unhandledrejection', (event) => console.error('uncaught: ' + String(event.reason)));
  ${REPORT_BREACHES}
`;

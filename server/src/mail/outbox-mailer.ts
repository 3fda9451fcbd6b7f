/**
 * Where no SMTP server is set, each mail becomes an `.eml` file in the outbox folder. A file appears whole or not at all,
 * survives a power cut, and sorts by time. Only its owner may read it, because it holds one-time codes.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BRAND_MARK_ID, brandMark } from './brand-mark.ts';
import type { ClosableMailer } from './mailer.ts';
import { toMimeMessage } from './mime-message.ts';

/** Beyond this many, the oldest mails are removed. */
const KEEP_MAILS = 1000;
/** The folder's files are counted after this many mails. */
const COUNT_EVERY = 100;

export interface OutboxOptions {
  readonly folder: string;
  readonly from: string;
  readonly now: () => Date;
}

/** `2025-01-31T09-30-00.000Z-0001-1f2e3d4c.eml`: sortable, and a valid file name everywhere. */
export const outboxFileName = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z-\d{4}-[0-9a-f]{8}\.eml$/;

export function createOutboxMailer({ folder, from, now }: OutboxOptions): ClosableMailer {
  let count = 0;

  function nextName(): string {
    const time = now().toISOString().replaceAll(':', '-');
    const order = String(count % 10_000).padStart(4, '0');
    count += 1;
    return `${time}-${order}-${randomBytes(4).toString('hex')}.eml`;
  }

  return {
    async send(mail) {
      const name = nextName();
      const { text: _text, html: _html, attachments: _attachments, ...head } = toMimeMessage(mail, from);
      const alternatives = [readablePart('plain', mail.text), withBrandMark(readablePart('html', mail.html))];
      // The library is read with the first mail: a server at rest does not need it.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail({ ...head, alternatives, date: now() });
      if (!Buffer.isBuffer(message)) throw new TypeError('the mail was not built in memory');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeDurably(folder, name, message);
      if (count % COUNT_EVERY === 1) await removeOldest(folder);
    },
    // Nothing is open between mails.
    close: async () => undefined,
  };
}

/** A file needs no encoding for the wire: links stay whole for whoever opens it as text. */
function readablePart(subtype: 'plain' | 'html', content: string): { raw: string } {
  return { raw: `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}` };
}

/** The HTML together with the image it shows (RFC 2387). */
function withBrandMark({ raw }: { readonly raw: string }): { raw: string } {
  const boundary = `--mark-${randomBytes(16).toString('hex')}`;
  const image = [
    `Content-Type: ${brandMark.contentType}; name=${brandMark.fileName}`,
    'Content-Transfer-Encoding: base64',
    `Content-ID: <${BRAND_MARK_ID}>`,
    `Content-Disposition: inline; filename=${brandMark.fileName}`,
    '',
    ...(brandMark.base64.match(/.{1,76}/g) ?? []),
  ].join('\r\n');
  const head = `Content-Type: multipart/related; type="text/html"; boundary="${boundary}"\r\n\r\n`;
  return { raw: `${head}--${boundary}\r\n${raw}\r\n--${boundary}\r\n${image}\r\n--${boundary}--\r\n` };
}

async function writeDurably(folder: string, name: string, content: Buffer): Promise<void> {
  const temporary = join(folder, `.${name}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
  await syncFolder(folder);
}

/** Makes the rename itself durable. Windows cannot open folders and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => outboxFileName.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - KEEP_MAILS))) await rm(join(folder, name), { force: true });
}

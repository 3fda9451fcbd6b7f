import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { composeMail } from './compose-mail.ts';
import { createOutboxMailer, outboxFileName } from './outbox-mailer.ts';

const mail = composeMail({
  to: 'mara@example.com',
  subject: 'Grüße, Mara',
  paragraphs: ['Ein Satz mit Ü und 😀.'],
  actions: [{ label: 'Open', url: `https://leadloom.example/app/verify/${'x'.repeat(120)}` }],
  closing: [],
});

describe('the outbox', () => {
  let home: string;
  let folder: string;
  const clock = createTestClock(new Date('2025-03-04T05:06:07.890Z'));
  const from = 'Leadloom <leadloom@leadloom.example>';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'leadloom-outbox-'));
    folder = join(home, 'outbox');
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('the outbox stores each mail as one readable message', async () => {
    await createOutboxMailer({ folder, from, now: clock.now }).send(mail);
    const [file = ''] = await readdir(folder);
    expect(file).toMatch(outboxFileName);
    const source = await readFile(join(folder, file));
    const parsed = await PostalMime.parse(source);
    expect(parsed).toMatchObject({
      from: { name: 'Leadloom', address: 'leadloom@leadloom.example' },
      to: [{ address: 'mara@example.com' }],
      subject: 'Grüße, Mara',
      date: '2025-03-04T05:06:07.000Z',
    });
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    expect(parsed.html?.trim()).toBe(mail.html.trim());
    expect(source.toString()).toContain('Auto-Submitted: auto-generated');
    expect(parsed.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: '<mark@leadloom>', related: true },
    ]);
    // Long links are not broken, for whoever opens the file as text.
    for (const start of ['', 'href="'])
      expect(source.toString()).toContain(`${start}https://leadloom.example/app/verify/${'x'.repeat(120)}`);
    // SMTP's line ends, so that every mail program opens the file.
    expect(source.toString().replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('file names sort by time, also within a millisecond and in parallel', async () => {
    const mailer = createOutboxMailer({ folder, from, now: clock.now });
    for (let index = 0; index < 12; index += 1) await mailer.send({ ...mail, subject: `no ${index}` });
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)));
    const files = (await readdir(folder)).sort();
    expect(files).toHaveLength(32);
    const subjects = await Promise.all(
      files.slice(0, 12).map(async (file) => (await PostalMime.parse(await readFile(join(folder, file)))).subject),
    );
    expect(subjects).toEqual(Array.from({ length: 12 }, (_, index) => `no ${index}`));
  });

  it('only the user of the server can read the outbox', async () => {
    await createOutboxMailer({ folder, from, now: clock.now }).send(mail);
    const [file = ''] = await readdir(folder);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
  });

  it('a missing outbox folder that cannot be created is an error', async () => {
    await writeFile(folder, 'a file in the way');
    await expect(createOutboxMailer({ folder, from, now: clock.now }).send(mail)).rejects.toThrow();
  });

  it('a mail has one recipient, whatever the address contains', async () => {
    const mailer = createOutboxMailer({ folder, from, now: clock.now });
    await mailer.send({ ...mail, to: 'mara@example.com\r\nBcc: other@example.com', subject: 'x\r\nBcc: other@example.com' });
    const [file = ''] = await readdir(folder);
    const parsed = await PostalMime.parse(await readFile(join(folder, file)));
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.to ?? []).toHaveLength(1);
  });
});

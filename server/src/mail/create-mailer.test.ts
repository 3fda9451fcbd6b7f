import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createMailer, outboxFolder } from './create-mailer.ts';

describe('the mailer of the settings', () => {
  it('SMTP_PLAIN allows mails without TLS', () => {
    expect(readConfig({ DATA_DIR: '/tmp' }).smtpMayBePlain).toBe(false);
    expect(readConfig({ DATA_DIR: '/tmp', SMTP_PLAIN: 'on' }).smtpMayBePlain).toBe(true);
    expect(() => readConfig({ DATA_DIR: '/tmp', SMTP_PLAIN: 'yes' })).toThrow('SMTP_PLAIN');
  });

  it('without SMTP_URL mails go to the outbox', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-mailer-'));
    try {
      const config = readConfig({ DATA_DIR: dataDir });
      const mailer = createMailer(config, () => new Date());
      await mailer.send({ to: 'mara@example.com', subject: 'x', text: 'x', html: 'x' });
      await mailer.close();
      expect(await readdir(outboxFolder(config))).toHaveLength(1);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** What a row of `mails` holds: the mail itself, or what is to become one. Sealed, because mails carry one-time codes. */
import { hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { openBytes, sealBytes } from '../../database/sealed-bytes.ts';

const OWNER = 'mails';

const contentSchema = z.union([
  z.object({ mail: z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }) }),
  z.object({ deferred: z.string(), details: z.unknown() }),
]);

export type MailContent = z.infer<typeof contentSchema>;

export interface MailSeal {
  seal(content: MailContent): Buffer;
  /** null when it was sealed by a server with another secret, or is not whole. */
  open(sealed: Buffer): MailContent | null;
}

/** @param secret the server's */
export function createMailSeal(secret: Buffer): MailSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'leadloom mails v1', 32));
  return {
    seal: (content) => sealBytes(key, OWNER, Buffer.from(JSON.stringify(content))),
    open(sealed) {
      const text = openBytes(key, OWNER, sealed);
      return text === null ? null : contentSchema.parse(JSON.parse(text.toString()));
    },
  };
}

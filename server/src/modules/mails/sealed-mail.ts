/**
 * The content of a row of `mails`: the mail itself, or the data it is composed of. It is sealed, because mails carry
 * one-time codes.
 */
import { z } from 'zod';
import { deriveKeys, type SecretRing } from '../../crypto/secret-ring.ts';
import { openBytes, sealBytes } from '../../database/sealed-bytes.ts';

const OWNER = 'mails';

const contentSchema = z.union([
  z.object({
    mail: z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      unsubscribeUrl: z.string().optional(),
    }),
  }),
  z.object({ deferred: z.string(), details: z.unknown() }),
]);

export type MailContent = z.infer<typeof contentSchema>;

export interface MailSeal {
  seal(content: MailContent): Buffer;
  /** Opens a content; null when it was sealed by a server with other secrets, or is not whole. */
  open(sealed: Buffer): MailContent | null;
}

export function createMailSeal(secrets: SecretRing): MailSeal {
  const keys = deriveKeys(secrets, 'mails');
  return {
    seal: (content) => sealBytes(keys, OWNER, Buffer.from(JSON.stringify(content))),
    open(sealed) {
      const text = openBytes(keys, OWNER, sealed);
      return text === null ? null : contentSchema.parse(JSON.parse(text.toString()));
    },
  };
}

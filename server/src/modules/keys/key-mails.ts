/** The mails about API keys. No mail contains the secret. */
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';

export function composeKeyCreatedMail(publicUrl: string, to: string, prefix: string): Mail {
  return composeMail({
    to,
    subject: 'An API key was created in your Leadloom account',
    paragraphs: [`A new API key was created. It starts with ${prefix}.`, 'Anyone with the key can call the API in your name.'],
    actions: [{ label: 'See your API keys', url: `${publicUrl}/app/keys` }],
    closing: ['If it was not you, delete the key and change your password at once.'],
  });
}

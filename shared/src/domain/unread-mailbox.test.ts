import { describe, expect, it } from 'vitest';
import { isUnreadMailbox } from './unread-mailbox.ts';

describe('isUnreadMailbox', () => {
  it.each([
    'noreply@company.example',
    'No-Reply@company.example',
    'no.reply@company.example',
    'noreply+sources@company.example',
    'no-reply-2@company.example',
    'donotreply@company.example',
    'do-not-reply@company.example',
    'mailer-daemon@company.example',
    'bounces@company.example',
    'nobody@company.example',
  ])('%s says that nobody reads it', (email) => {
    expect(isUnreadMailbox(email)).toBe(true);
  });

  it.each([
    'ada@company.example',
    'data@noreply.example',
    'norea.plym@company.example',
    'nobodyknows@company.example',
    'reply@company.example',
    'nonelli@company.example',
  ])('%s may be read by somebody', (email) => {
    expect(isUnreadMailbox(email)).toBe(false);
  });
});

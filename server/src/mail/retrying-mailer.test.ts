import { describe, expect, it } from 'vitest';
import type { Mail } from './mailer.ts';
import { createRetryingMailer } from './retrying-mailer.ts';

const mail: Mail = { to: 'mara@example.com', subject: 'x', text: 'x', html: 'x' };

function failing(times: number) {
  let tries = 0;
  return {
    tries: () => tries,
    send: async () => {
      tries += 1;
      if (tries <= times) throw new Error(`failure ${tries}`);
    },
    close: async () => undefined,
  };
}

describe('a retrying mailer', () => {
  it('tries once more than it pauses, then gives up with the last failure', async () => {
    const inner = failing(9);
    const told: unknown[] = [];
    const mailer = createRetryingMailer(inner, { onRetry: (error) => told.push(error), pauses: [1, 1] });
    await expect(mailer.send(mail)).rejects.toThrow('failure 3');
    expect([inner.tries(), told.length]).toEqual([3, 2]);
  });

  it('stops when a try succeeds', async () => {
    const inner = failing(1);
    await createRetryingMailer(inner, { onRetry: () => undefined, pauses: [1, 1, 1] }).send(mail);
    expect(inner.tries()).toBe(2);
  });

  it('ends its pause when it is closed, after one last try', async () => {
    const inner = failing(9);
    const mailer = createRetryingMailer(inner, { onRetry: () => undefined, pauses: [600_000, 600_000] });
    const sending = expect(mailer.send(mail)).rejects.toThrow('failure 2');
    await expect.poll(inner.tries).toBe(1);
    await mailer.close();
    await sending;
  });
});

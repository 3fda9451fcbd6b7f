/** The mails to owners of webhooks. They name the host alone: addresses often contain a secret. Pure. */
import { eventLabels, type Webhook, type WebhookEvent, webhookEvents } from '@leadloom/shared/contract/webhooks';
import { composeMail } from '../../mail/compose-mail.ts';
import { linkInto, type MailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';

export const WEBHOOKS_PATH = '/app/webhooks';

interface DisabledMail {
  readonly to: string;
  readonly publicUrl: string;
  /** The address of the webhook. */
  readonly url: string;
  readonly reason: string;
  readonly workspace: MailedWorkspace;
}

export function disabledTitle({ url, reason }: Pick<DisabledMail, 'url' | 'reason'>): string {
  return `Your webhook to ${new URL(url).host} was disabled: ${reason}`;
}

export function composeDisabledMail({ to, publicUrl, url, reason, workspace }: DisabledMail): Mail {
  return composeMail({
    to,
    subject: `Your webhook to ${new URL(url).host} was disabled`,
    paragraphs: [
      disabledTitle({ url, reason }),
      'It gets no events until you enable it again. Its deliveries are kept for 30 days, and you can send each again.',
    ],
    actions: [{ label: 'See your webhooks', url: linkInto(workspace, `${publicUrl}${WEBHOOKS_PATH}`) }],
    closing: [
      workspace.name === null
        ? 'You get this email because a webhook of your account stopped.'
        : `You get this email because a webhook of ${workspaceText(workspace)} stopped.`,
    ],
  });
}

interface WayOutMail {
  readonly workspace: MailedWorkspace;
  readonly to: string;
  readonly publicUrl: string;
}

interface AddedMail extends WayOutMail {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

export function composeAddedMail({ to, publicUrl, url, events, workspace }: AddedMail): Mail {
  return composeMail({
    to,
    subject: `A webhook was added to ${workspaceText(workspace)}`,
    paragraphs: [
      `From now on, ${new URL(url).host} is told of what happens in ${workspace.name === null ? 'your account' : workspaceText(workspace)}.`,
      `It gets an event when: ${namesOf(events)}.`,
    ],
    actions: [{ label: 'See your webhooks', url: linkInto(workspace, `${publicUrl}${WEBHOOKS_PATH}`) }],
    closing: [deleteAtOnce(publicUrl)],
  });
}

interface ChangedMail extends WayOutMail {
  /** The address of the webhook after the change. */
  readonly url: string;
  /** A sentence each. */
  readonly changes: readonly string[];
}

export function composeChangedMail({ to, publicUrl, url, changes, workspace }: ChangedMail): Mail {
  return composeMail({
    to,
    subject: `A webhook was changed in ${workspaceText(workspace)}`,
    paragraphs: [`${workspace.name === null ? 'Your' : 'The'} webhook to ${new URL(url).host} was changed.`],
    list: changes,
    actions: [{ label: 'See your webhooks', url: linkInto(workspace, `${publicUrl}${WEBHOOKS_PATH}`) }],
    closing: [deleteAtOnce(publicUrl)],
  });
}

function deleteAtOnce(publicUrl: string): string {
  return `If it was not you, delete the webhook and reset your password at once: ${publicUrl}/app/reset-password`;
}

/** `An alert fired, A trend was found`, as the screen names them. */
function namesOf(events: readonly WebhookEvent[]): string {
  return events.map((event) => eventLabels[event]).join(', ');
}

interface ShownWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly state: Webhook['state'];
}

/** Sentences for what is different; none: nothing is. */
export function describeChanges(before: ShownWebhook, after: ShownWebhook): readonly string[] {
  const hosts = [new URL(before.url).host, new URL(after.url).host] as const;
  const moved =
    hosts[0] === hosts[1] ? `Its address at ${hosts[1]} is another one.` : `Its address moved from ${hosts[0]} to ${hosts[1]}.`;
  const events = after.events.filter(isWebhookEvent);
  return [
    ...(before.url === after.url ? [] : [moved]),
    ...(before.events.join() === after.events.join() ? [] : [`It gets an event when: ${namesOf(events)}.`]),
    ...(before.state === after.state ? [] : [stateChanges[after.state]]),
  ];
}

const stateChanges: Readonly<Record<Webhook['state'], string>> = {
  active: 'It gets events again.',
  paused: 'It is paused.',
  disabled: 'It was disabled, and gets no more events.',
};

function isWebhookEvent(text: string): text is WebhookEvent {
  return webhookEvents.some((event) => event === text);
}

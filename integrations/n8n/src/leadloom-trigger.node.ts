import { fillPath } from '@leadloom/shared/contract/endpoint';
import { createWebhook, deleteWebhook, eventLabels, listWebhooks, webhookEvents } from '@leadloom/shared/contract/webhooks';
import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import * as z from 'zod/mini';
import { ApiError } from '../../../client/src/api-error.ts';
import type { Transport } from '../../../client/src/transport.ts';
import { CREDENTIALS, connect } from './connect.ts';
import { jsonObject } from './json-object.ts';
import { nodeError } from './node-error.ts';
import { verifySignature } from './verify-signature.ts';

/** What is kept with the workflow while it is active. */
const keptSchema = z.object({ webhookId: z.string(), secret: z.string() });
const madeSchema = z.object({ id: z.string(), secret: z.string() });
const listedSchema = z.object({
  data: z.array(z.object({ id: z.string(), url: z.string(), events: z.array(z.string()), state: z.string() })),
});
const REFUSED = 401;

/**
 * The node that starts a workflow at an event. It makes a webhook while the workflow is active, and refuses requests that are not
 * signed with that webhook's secret.
 */
export class LeadloomTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Leadloom Trigger',
    name: 'leadloomTrigger',
    icon: 'file:leadloom.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when something happens in Leadloom',
    defaults: { name: 'Leadloom Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'leadloom' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: webhookEvents.map((value) => ({ name: eventLabels[value], value, description: value })),
        default: [],
        required: true,
        description: 'What starts the workflow. Alerts come where they are told by webhook.',
      },
    ],
  };

  webhookMethods = {
    default: {
      /**
       * Whether the kept webhook is there as it is wanted. Others with the address of this node are deleted, because nobody has
       * their secret. A paused one stays: it waits for its owner, with what has happened since.
       */
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return told(this, async (transport) => {
          const kept = keptSchema.safeParse(this.getWorkflowStaticData('node')).data;
          const { data } = listedSchema.parse(await transport.json(listWebhooks.path, {}, {}));
          const own = data.filter(({ url }) => url === urlOf(this));
          const wanted = String(eventsOf(this).toSorted());
          const isWanted = ({ id, events, state }: (typeof own)[number]) =>
            id === kept?.webhookId && state !== 'disabled' && String(events.toSorted()) === wanted;
          for (const webhook of own) if (!isWanted(webhook)) await remove(transport, webhook.id);
          return own.some(isWanted);
        });
      },

      async create(this: IHookFunctions): Promise<boolean> {
        return told(this, async (transport) => {
          const body = { url: urlOf(this), events: eventsOf(this) };
          const made = madeSchema.parse(await transport.change('POST', createWebhook.path, body, {}));
          Object.assign(this.getWorkflowStaticData('node'), { webhookId: made.id, secret: made.secret });
          return true;
        });
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept: IDataObject = this.getWorkflowStaticData('node');
        const { data } = keptSchema.safeParse(kept);
        if (data === undefined) return true;
        return told(this, async (transport) => {
          await remove(transport, data.webhookId);
          delete kept.webhookId;
          delete kept.secret;
          return true;
        });
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const body = this.getRequestObject().rawBody;
    const { data: kept } = keptSchema.safeParse(this.getWorkflowStaticData('node'));
    const id = kept === undefined ? null : verifySignature({ headers: this.getHeaderData(), body }, kept.secret, new Date());
    if (id === null) {
      this.getResponseObject().status(REFUSED).json({ message: 'The signature of this request is not valid.' });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: { id, ...jsonObject.parse(JSON.parse(body.toString('utf8'))) } }]] };
  }
}

function urlOf(host: IHookFunctions): string {
  return String(host.getNodeWebhookUrl('default'));
}

function eventsOf(host: IHookFunctions): readonly string[] {
  return z.array(z.string()).parse(host.getNodeParameter('events'));
}

/** A webhook that is gone already is deleted. */
async function remove(transport: Transport, webhookId: string): Promise<void> {
  try {
    await transport.change('DELETE', fillPath(deleteWebhook.path, { webhook_id: webhookId }), null, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'WEBHOOK.NOT_FOUND') throw error;
  }
}

/** @throws {NodeApiError} @throws {NodeOperationError} */
async function told<Result>(host: IHookFunctions, work: (transport: Transport) => Promise<Result>): Promise<Result> {
  try {
    return await work(await connect(host));
  } catch (error) {
    throw nodeError(host.getNode(), error);
  }
}

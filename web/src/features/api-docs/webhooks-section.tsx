import { DELIVERIES_RETENTION_DAYS, MAX_WEBHOOKS, OLD_SECRET_HOURS } from '@leadloom/shared/contract/webhooks';
import Typography from '@mui/material/Typography';
import { CodeBlock } from './code-block.tsx';
import { DocSection } from './doc-section.tsx';
import { RichText } from './rich-text.tsx';

const verification = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.LEADLOOM_WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
    console.log(event.type, event.data);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);
`;

const body = `{
  "type": "table.rows_changed",
  "timestamp": "2026-03-02T08:15:30.000Z",
  "data": { "table": "companies", "version": 4711, "added": 1, "changed": 1, "removed": 0, "ids": [17, 42] }
}
`;

export function WebhooksSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText
          text={`A webhook sends a POST request to your program when something happens. Create up to ${MAX_WEBHOOKS} under Webhooks in the app. Requests follow the Standard Webhooks specification: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` prove that they come from here. Verify the signature over the body as it arrived, before you parse it.`}
        />
      </Typography>
      <CodeBlock label="Verify a webhook in Node.js" code={verification} />
      <Typography>The body names the event, its time and its data.</Typography>
      <CodeBlock label="The body of an event" code={body} hasCopy={false} />
      <Typography>
        <RichText
          text={`Answer with any status from 200 to 299 within 15 seconds. Otherwise the request is sent again after 5 seconds, 5 and 30 minutes, and 2, 5, 10, 14, 20 and 24 hours, with the same \`webhook-id\`. Events can come twice and in any order, so remember the ids you have handled. Answer 410 to end the webhook. After five days without a success it is disabled, and its owner gets an email.`}
        />
      </Typography>
      <Typography>
        {`After you rotate the secret, requests carry a signature of both secrets for ${OLD_SECRET_HOURS} hours. Deliveries are kept for ${DELIVERIES_RETENTION_DAYS} days, and each can be sent again.`}
      </Typography>
    </DocSection>
  );
}

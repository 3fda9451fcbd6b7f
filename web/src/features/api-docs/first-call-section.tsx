import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { readUsage } from '@leadloom/shared/reference/examples/api-examples';
import { KEY_VARIABLE } from '@leadloom/shared/reference/examples/example';
import Typography from '@mui/material/Typography';
import { API_BASE } from '../../lib/paths.ts';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { Facts } from './facts.tsx';

const ways = [
  {
    key: 'bearer',
    term: <Code>Authorization: Bearer ll_live_…</Code>,
    text: 'The usual way.',
  },
  {
    key: 'header',
    term: <Code>X-API-Key: ll_live_…</Code>,
    text: 'If a proxy needs the Authorization header for itself.',
  },
];

export function FirstCallSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>Send the key in a header of every call:</Typography>
      <Facts facts={ways} />
      <Typography>
        A key in the URL (<Code>?api_key=</Code>) is refused, because URLs are kept in logs and histories. A key gives access to
        the endpoints listed below and nothing else: not to your account, your payments or your keys. Web pages of other sites
        cannot call the API; call it from your own program.
      </Typography>
      <Typography>
        The base URL is <Code>{`${window.location.origin}${API_BASE}`}</Code>. Responses are JSON, times are in UTC. New fields
        may be added to a response at any time, so ignore those you do not know. A parameter that does not exist is refused.{' '}
        <Code>GET /health</Code> needs no key and says whether the server is ready.
      </Typography>
      <Typography>
        These examples show what you have used this month. They read the key from the environment variable{' '}
        <Code>{KEY_VARIABLE}</Code>.
      </Typography>
      <ExampleTabs example={readUsage(apiBase(window.location.origin))} />
    </DocSection>
  );
}

import { type ApiHeader, apiHeaders, exportHeaders, retryAfterHeader } from '@leadloom/shared/contract/api-headers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../lib/format-count.ts';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';
import { Facts } from './facts.tsx';

const headerFact = ({ names, text }: ApiHeader) => ({
  key: names.join(),
  term: names.map((name) => (
    <Box key={name} component="span" sx={{ display: 'block' }}>
      <Code>{name}</Code>
    </Box>
  )),
  text,
});

export function LimitsSection({ id, title }: { readonly id: string; readonly title: string }) {
  const limits = readKeyLimits(document);
  return (
    <DocSection id={id} title={title}>
      <Typography variant="h3">Speed</Typography>
      {limits === null ? (
        <Typography>
          The header <Code>RateLimit-Policy</Code> of every response says how often a key may call.
        </Typography>
      ) : (
        <SpeedLimits limits={limits} />
      )}
      <Typography>
        Above these limits the response is 429 with the code <Code>RATE.LIMITED</Code>, and <Code>Retry-After</Code> says how many
        seconds to wait.
      </Typography>
      <Typography variant="h3">Requests per month</Typography>
      <Typography>
        A successful call to a counted endpoint uses one of your monthly requests. Errors, unchanged responses (304) and free
        endpoints use none, and neither does anything you do in the app.
      </Typography>
      <Typography>
        The number of requests depends on your plan: see the dashboard or <Code>GET /usage</Code>. Months are calendar months in
        UTC. You get an email when 80 % of them are used, and when all are. After that, counted endpoints return 429 with the code{' '}
        <Code>QUOTA.REQUESTS_EXHAUSTED</Code> until the month ends. Without an active trial or subscription they return 403 with
        the code <Code>AUTH.SUBSCRIPTION_REQUIRED</Code>.
      </Typography>
      <Typography variant="h3">Headers</Typography>
      <Typography>
        Unless noted otherwise, every response to a key has these headers, errors included, so that a program can slow down in
        time. Only a 401 response has none, because its key is unknown.
      </Typography>
      <Facts facts={[...apiHeaders, retryAfterHeader, ...exportHeaders].map(headerFact)} />
    </DocSection>
  );
}

function SpeedLimits({ limits }: { readonly limits: KeyLimits }) {
  const { keyPerSecond, keyPerMinute, accountPerMinute } = limits;
  return (
    <Facts
      facts={[
        { key: 'second', term: `${formatCount(keyPerSecond)} calls per second`, text: 'for one key' },
        { key: 'minute', term: `${formatCount(keyPerMinute)} calls per minute`, text: 'for one key' },
        {
          key: 'account',
          term: `${formatCount(accountPerMinute)} calls per minute`,
          text: 'for all keys of an account together',
        },
      ]}
    />
  );
}

/** The rate limits of keys, as the server wrote them into the document; null if it wrote none. */
interface KeyLimits {
  readonly keyPerSecond: number;
  readonly keyPerMinute: number;
  readonly accountPerMinute: number;
}

function readKeyLimits(from: Document): KeyLimits | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="key-limits"]')?.content ?? '';
  const [, second, minute, account] = /^(\d+) (\d+) (\d+)$/.exec(content) ?? [];
  if (second === undefined || minute === undefined || account === undefined) return null;
  return { keyPerSecond: Number(second), keyPerMinute: Number(minute), accountPerMinute: Number(account) };
}

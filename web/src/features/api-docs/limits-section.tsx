import { type ApiHeader, apiHeaders, exportHeaders, retryAfterHeader } from '@leadloom/shared/contract/api-headers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../lib/format-count.ts';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';
import { Facts } from './facts.tsx';
import { type KeyLimits, readKeyLimits } from './key-limits.ts';

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
          How often a key may call is told by the header <Code>RateLimit-Policy</Code> of every answer.
        </Typography>
      ) : (
        <SpeedLimits limits={limits} />
      )}
      <Typography>
        Beyond that the answer is 429 with the code <Code>RATE.LIMITED</Code>, and <Code>Retry-After</Code> says how many seconds
        to wait.
      </Typography>
      <Typography variant="h3">Requests a month</Typography>
      <Typography>
        A successful answer of a counted endpoint takes one request of your month. Errors, unchanged answers (304) and free
        endpoints take none, and neither does anything you do in the app.
      </Typography>
      <Typography>
        How many requests you have depends on your plan: the dashboard and <Code>GET /usage</Code> tell. Months are calendar
        months in UTC. You get a mail when 80 % are used and when all are. From then on counted endpoints answer 429 with the code{' '}
        <Code>QUOTA.REQUESTS_EXHAUSTED</Code> until the month ends. Without a running trial or a subscription they answer 403 with
        the code <Code>AUTH.SUBSCRIPTION_REQUIRED</Code>.
      </Typography>
      <Typography variant="h3">Headers</Typography>
      <Typography>
        Every answer to a key carries these, errors included, unless they say otherwise, so that a program can slow down before it
        is told to. Only an answer of 401 has none: its key is not known.
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
        { key: 'second', term: `${formatCount(keyPerSecond)} calls in a second`, text: 'with one key' },
        { key: 'minute', term: `${formatCount(keyPerMinute)} calls in a minute`, text: 'with one key' },
        {
          key: 'account',
          term: `${formatCount(accountPerMinute)} calls in a minute`,
          text: 'with all keys of an account together',
        },
      ]}
    />
  );
}

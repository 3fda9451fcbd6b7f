/** Starts the stand-in by hand: `node tests/src/stand-ins/linkedin/run.ts --port 8443 --members 500 --delay 150`. */
import { parseArgs } from 'node:util';
import { chromiumFlags, startLinkedInStandIn } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8443' },
    members: { type: 'string', default: '500' },
    delay: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});

const standIn = await startLinkedInStandIn({
  port: wholeNumber('port', values.port),
  memberCount: wholeNumber('members', values.members),
  delay: wholeNumber('delay', values.delay),
  seed: wholeNumber('seed', values.seed),
});
const flags = chromiumFlags(standIn.port).map((flag) => `'${flag}'`);
process.stdout.write(`LinkedIn stand-in with ${standIn.control.memberCount} fictional members at ${standIn.origin}

  Start a browser that takes it for the real one (and nothing else; use a profile of its own):
    chromium --user-data-dir=./.data/chromium ${flags.join(' ')}
  Sign in      https://www.linkedin.com/stand-in/sign-in
  Somebody     https://www.linkedin.com/in/${encodeURIComponent(standIn.control.member(0).slug)}
`);

const stop = () => {
  void standIn.close().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number, not "${text}"\n`);
  process.exit(2);
}

/** A stand-in for HubSpot that keeps state, with limits and faults on demand. Written from HubSpot's published API descriptions. */
import { text } from 'node:stream/consumers';
import type { LoopbackServer } from '@leadloom/server/testing/loopback';
import { createFaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { answerHubspot, type HubspotAnswer, problem } from './answer.ts';
import { createPortal, type Portal } from './portal.ts';

export const HUBSPOT_TOKEN = 'pat-na1-fictional-token';

export interface HubspotFault extends FaultRule {
  /** `lost`: the call is carried out, and its answer never arrives. */
  readonly answer: HubspotAnswer | 'lost';
}

export const hubspotFaults = {
  burst: problem(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.', { policyName: 'TEN_SECONDLY_ROLLING' }),
  daily: problem(429, 'RATE_LIMITS', 'You have reached your daily limit.', { policyName: 'DAILY' }),
  down: problem(502, 'INTERNAL', 'bad gateway'),
} as const;

export interface HubspotStandIn extends LoopbackServer {
  readonly portal: Portal;
  /** `POST /crm/v3/objects/companies/batch/create`, in their order. */
  readonly calls: string[];
  readonly faults: ReturnType<typeof createFaultBook<HubspotFault>>;
  /** The app's access is withdrawn: every call is refused. */
  revoke(): void;
  allow(): void;
}

interface Options {
  readonly port?: number;
  readonly searchDelayMilliseconds?: number;
  /** Whether the app may create properties. */
  readonly mayDefine?: boolean;
}

export async function startHubspot({
  port = 0,
  searchDelayMilliseconds = 0,
  mayDefine = true,
}: Options = {}): Promise<HubspotStandIn> {
  const portal = createPortal({ searchDelayMilliseconds });
  const faults = createFaultBook<HubspotFault>();
  const calls: string[] = [];
  let isRevoked = false;
  const server = await serveStandIn(
    'HubSpot',
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://hubspot.example');
      const call = `${request.method} ${url.pathname}`;
      const body = await text(request);
      calls.push(call);
      const send = ({ status, headers = {}, body: answer }: HubspotAnswer) => {
        response.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers });
        response.end(answer === null ? undefined : JSON.stringify(answer));
      };
      if (isRevoked || request.headers.authorization !== `Bearer ${HUBSPOT_TOKEN}`)
        return send(problem(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.'));
      const fault = faults.take(call);
      if (fault !== null && fault.answer !== 'lost') return send(fault.answer);
      const answer = answerHubspot(portal, request.method ?? 'GET', url, body === '' ? null : JSON.parse(body), mayDefine);
      if (fault === null) return send(answer);
      response.destroy();
    },
    port,
  );
  return {
    ...server,
    portal,
    calls,
    faults,
    revoke: () => {
      isRevoked = true;
    },
    allow: () => {
      isRevoked = false;
    },
  };
}

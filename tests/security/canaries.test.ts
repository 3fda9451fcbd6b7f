import { buildApp } from '@leadloom/server/app';
import { collectLog } from '@leadloom/server/testing/log-lines';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { someOf } from './some-of.ts';
import { addPerson, nextAddress, tell, triedRows } from './testing/security.fixture.ts';

const CANARY = 'canary-5d1f0c';
const forged = `${CANARY}\r\n{"level":60,"msg":"forged"}\u001b[31m`;
/** Removed one by one, so that everything that needs them fails. */
const tables = ['sessions', 'accounts', 'api_keys', 'collector_rows', 'mailed_codes'];
/** Of the endpoints, without each of them, unless all are tried. */
const PART = 3;

describe('the log and the responses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the log and the responses contain no secret and no forged line, whatever is sent and whatever fails', async () => {
    const { log, lines } = collectLog();
    const app = await buildApp(server.platform, { log });
    const counts = {
      requests: 0,
      lines: 0,
      'forced errors': 0,
      'canaries in the log': 0,
      'forged lines': 0,
      'answers that tell of the inside': 0,
    };
    const secrets = new Set<string>([CANARY]);

    async function attack(tried: typeof triedRows, waysIn: () => readonly Record<string, string>[]): Promise<void> {
      for (const [, row] of tried) {
        const request = sampleRequest(row, { named: CANARY });
        const fields = Object.fromEntries(
          Object.keys(request.payload ?? {}).flatMap((name) => (/password|code/.test(name) ? [[name, CANARY]] : [])),
        );
        const bodies =
          request.payload === undefined
            ? [{}]
            : [{ payload: { ...request.payload, ...fields } }, { payload: { [CANARY]: forged } }];
        for (const body of bodies) {
          for (const headers of waysIn()) {
            const answer = await app.inject({
              ...request,
              ...body,
              url: `${request.url}${request.url.includes('?') ? '&' : '?'}secret=${CANARY}%0d%0a`,
              headers,
              remoteAddress: nextAddress(),
            });
            counts.requests += 1;
            if (answer.statusCode === 500) counts['forced errors'] += 1;
            if (answer.statusCode >= 500 && /\bselect\b|\binsert\b|node_modules|\bat \w+ \(|relation "/i.test(answer.payload))
              counts['answers that tell of the inside'] += 1;
          }
        }
      }
    }

    let people = await addPerson(server);
    const remember = () => Object.values(people.tokens).forEach((token) => void secrets.add(token));
    remember();
    await attack(triedRows, () => [
      people.bearer,
      { authorization: `Bearer ${CANARY}` },
      { ...people.cookies, 'x-xsrf-token': CANARY, 'user-agent': CANARY, referer: CANARY },
    ]);
    for (const [place, table] of tables.entries()) {
      people = await addPerson(server);
      remember();
      await server.database.$client.query(`alter table ${table} rename to ${table}_gone`);
      await attack(someOf(triedRows, PART, place), () => [people.bearer]);
      await server.database.$client.query(`alter table ${table}_gone rename to ${table}`);
    }
    await app.close();
    counts.lines = lines.length;
    counts['canaries in the log'] = [...secrets].filter((secret) => lines.some((line) => line.includes(secret))).length;
    counts['forged lines'] = lines.filter(
      (line) => line.slice(0, -1).includes('\n') || line.includes('\u001b') || !line.startsWith('{'),
    ).length;
    tell('canaries (S26)', { secrets: secrets.size, ...counts });
    expect(counts['forced errors']).toBeGreaterThan(20);
    const leaks = [...secrets].flatMap((secret) => lines.filter((line) => line.includes(secret)).slice(0, 2));
    expect(leaks).toEqual([]);
    expect(counts).toMatchObject({ 'forged lines': 0, 'answers that tell of the inside': 0 });
    // As many requests as there are endpoints, in all their disguises, on however slow a machine.
  }, 180_000);
});

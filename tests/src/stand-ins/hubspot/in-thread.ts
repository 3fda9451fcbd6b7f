/** Runs the stand-in in a thread of its own, so that its records are not in the memory of the test. */
import { parentPort } from 'node:worker_threads';
import { startHubspot } from './server.ts';

const hubspot = await startHubspot();
parentPort?.on('message', () => {
  const domains = hubspot.portal.alive('companies').map(({ properties }) => properties.domain);
  parentPort?.postMessage({ records: domains.length, distinct: new Set(domains).size });
});
parentPort?.postMessage({ origin: hubspot.origin });

/** Runs the stand-in in a thread of its own, so that its records are not in the memory of whoever measures. */
import { parentPort } from 'node:worker_threads';
import { startSalesforce } from './server.ts';

const salesforce = await startSalesforce();
parentPort?.on('message', () => {
  const sites = salesforce.organization.alive('Account').map(({ values }) => values.Website);
  parentPort?.postMessage({ records: sites.length, distinct: new Set(sites).size });
});
parentPort?.postMessage({ origin: salesforce.origin });

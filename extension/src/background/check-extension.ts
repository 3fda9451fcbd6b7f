/** Tells that the extension is there, its version and what may still be asked; takes the page's catalogue. */
import { extensionVersion } from '../platform/runtime.ts';
import { outcomeOfCatalogue, readCatalogue } from '../state/catalogues.ts';
import { readCoolDown } from '../state/cool-down.ts';
import { acceptCatalogue } from './accept-catalogue.ts';
import type { Handler } from './handler.ts';
import type { RequestGate } from './request-gate.ts';

/** @param now milliseconds since 1970 */
export function createCheckExtension(gate: Pick<RequestGate, 'describe'>, now: () => number): Handler<'checkExtension'> {
  return async ({ catalogue }, { origin }) => {
    const record = catalogue === undefined ? await readCatalogue(origin) : await acceptCatalogue(origin, catalogue);
    // After the catalogue: its limits count already.
    const meters = await gate.describe();
    const allowance = { ...meters, pause: await readCoolDown(now()), catalogue: outcomeOfCatalogue(record) };
    return { ok: true, data: { installed: true, version: extensionVersion(), allowance } };
  };
}

import { beforeEach, describe, expect, it } from 'vitest';
import { readCatalogues, writeCatalogue } from '../state/catalogues.ts';
import {
  addConnectedOrigin,
  notePendingOrigin,
  readConnectedOrigins,
  removeConnectedOrigins,
} from '../state/connected-origins.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { updateBridges } from './bridge-registration.ts';

const origin = 'https://leads.example.com';
const ids = () => fakeBrowser.scripts.map(({ id }) => id);

beforeEach(() => fakeBrowser.access.add(`${origin}/*`));

describe('bridges', () => {
  it('bridges run under the app of a connected origin, in open tabs at once', async () => {
    await addConnectedOrigin(origin);
    await updateBridges([]);
    expect(fakeBrowser.scripts).toMatchObject([
      { id: `bridge:${origin}`, js: ['bridge.js'], matches: [`${origin}/app`, `${origin}/app/*`], allFrames: false },
    ]);
    expect(fakeBrowser.ranInTabs).toEqual([7, 8]);
  });

  it('a bridge is registered once, however often something changes', async () => {
    await addConnectedOrigin(origin);
    await Promise.all([updateBridges([]), updateBridges([]), updateBridges([])]);
    expect(ids()).toEqual([`bridge:${origin}`]);
    expect(fakeBrowser.ranInTabs).toEqual([7, 8]);
  });

  it('a bridge is removed when its origin is disconnected', async () => {
    await addConnectedOrigin(origin);
    await updateBridges([]);
    await removeConnectedOrigins([origin]);
    await updateBridges([]);
    expect(ids()).toEqual([]);
  });

  it('bridge and origin are removed when access is withdrawn', async () => {
    await addConnectedOrigin(origin);
    await updateBridges([]);
    fakeBrowser.access.delete(`${origin}/*`);
    await updateBridges([]);
    expect(ids()).toEqual([]);
    expect(await readConnectedOrigins()).toEqual([]);
  });

  it('removing an origin removes its pinned key and its limits, and keeps those of built-in origins', async () => {
    const builtIn = 'http://localhost:3000';
    for (const known of [origin, builtIn]) await writeCatalogue(known, { accepted: null, refusal: 'older' });
    await addConnectedOrigin(origin);
    await updateBridges([builtIn]);
    expect(await readCatalogues([origin, builtIn])).not.toContain(null);
    fakeBrowser.access.delete(`${origin}/*`);
    await updateBridges([builtIn]);
    expect(await readCatalogues([origin, builtIn])).toEqual([null, { accepted: null, refusal: 'older' }]);
  });

  it('bridges are registered again after an update of the extension', async () => {
    await addConnectedOrigin(origin);
    await updateBridges([]);
    fakeBrowser.scripts.length = 0;
    await updateBridges([]);
    expect(ids()).toEqual([`bridge:${origin}`]);
  });

  it('scripts of others are not touched', async () => {
    fakeBrowser.scripts.push({ id: 'other', js: [], matches: [] });
    await updateBridges([]);
    expect(ids()).toEqual(['other']);
  });
});

describe('an origin the popup was connecting when the browser closed it', () => {
  it('an origin that was being connected is connected once access is granted', async () => {
    await notePendingOrigin(origin);
    await updateBridges([]);
    expect(await readConnectedOrigins()).toEqual([origin]);
    expect(ids()).toEqual([`bridge:${origin}`]);
  });

  it('an origin stays unconnected while access is not granted', async () => {
    fakeBrowser.access.delete(`${origin}/*`);
    await notePendingOrigin(origin);
    await updateBridges([]);
    expect(await readConnectedOrigins()).toEqual([]);
  });

  it('an origin that may not be connected is ignored', async () => {
    for (const wrong of ['https://www.linkedin.com', 'http://example.com', `${origin}/app`, 'javascript:alert(1)']) {
      fakeBrowser.access.add(`${wrong}/*`);
      await notePendingOrigin(wrong);
      await updateBridges([]);
    }
    expect(await readConnectedOrigins()).toEqual([]);
  });
});

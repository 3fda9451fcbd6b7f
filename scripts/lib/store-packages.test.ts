import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createManifest } from '../../manifest.config.ts';
import product from '../../package.json' with { type: 'json' };
import { hashInputs } from './build-stamp.ts';
import { type Store, storeBuild, stores } from './builds.ts';
import { writePacked } from './pack-folder.ts';
import { root } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadloom-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const listing = read('docs/store/listing.md');
const manifestFor = (store: Store) =>
  createManifest({ edition: store, version: product.version, appOrigins: [], developmentServer: null });
const sectionOf = (title: string) =>
  new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(listing)?.[1]?.trim() ?? '';
const firstColumn = (text: string) => [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);

/** Width, height, bits per channel and kind of colour, from the head of a PNG file. */
function describePicture(path: string) {
  const bytes = readFileSync(join(root, path));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bits: bytes[24], colour: bytes[25] };
}

/** PNG's number for colours without transparency, which the Chrome Web Store requires. */
const OPAQUE = 2;

describe.each(stores)('the package for %s', (store) => {
  it('the package has the product’s version in its manifest and its name', () => {
    expect(manifestFor(store).version).toBe(product.version);
    expect(storeBuild(store).archive).toBe(`dist/leadloom-${store}-${product.version}.zip`);
  });

  it('the package starts no script by itself, opens no file to pages, and reaches LinkedIn alone', () => {
    const manifest = manifestFor(store);
    expect(manifest).not.toHaveProperty('content_scripts');
    expect(manifest).not.toHaveProperty('web_accessible_resources');
    expect(manifest).not.toHaveProperty('key');
    expect(manifest).not.toHaveProperty('update_url');
    expect(manifest.host_permissions).toEqual(['https://www.linkedin.com/*']);
    expect(manifest.content_security_policy.extension_pages).toContain('connect-src https://www.linkedin.com;');
    expect(manifest.incognito).toBe('not_allowed');
  });

  it('the listing names exactly the permissions of the manifest', () => {
    const { permissions, host_permissions, optional_host_permissions } = manifestFor(store);
    expect(firstColumn(sectionOf('Permissions'))).toEqual([...permissions, ...host_permissions, ...optional_host_permissions]);
  });

  it('the summary in the listing is the manifest’s description, and short enough for the stores', () => {
    expect(sectionOf('Summary')).toBe(manifestFor(store).description);
    expect(sectionOf('Summary').length).toBeLessThanOrEqual(132);
    expect(sectionOf('Name')).toBe(manifestFor(store).name);
  });

  it('the same files give a file with the same hash', () => {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifestFor(store)));
    const hashes = ['first', 'second'].map((name) => {
      const archive = join(folder, '..', `${store}-${name}-${process.pid}.zip`);
      writePacked(folder, archive);
      const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
      rmSync(archive);
      return hash;
    });
    expect(hashes[1]).toBe(hashes[0]);
  });
});

describe('the manifests', () => {
  it('the manifest for Chrome has a service worker, takes no messages from others, and nothing of Firefox', () => {
    const manifest = manifestFor('chrome');
    expect(manifest).toMatchObject({
      background: { service_worker: 'src/entrypoints/background.ts', type: 'module' },
      externally_connectable: { ids: [], matches: [] },
      minimum_chrome_version: '123',
    });
    expect(manifest).not.toHaveProperty('browser_specific_settings');
  });

  it('the manifest for Firefox has a background script, an id, a lowest version, and nothing of Chrome', () => {
    const manifest = manifestFor('firefox');
    expect(manifest).toMatchObject({ background: { scripts: ['src/entrypoints/background.ts'], type: 'module' } });
    expect(manifest).toHaveProperty('browser_specific_settings.gecko.strict_min_version', '153.0');
    expect(manifest).toHaveProperty('browser_specific_settings.gecko.id', expect.stringMatching(/^[\w.-]*@[\w.-]+$/));
    for (const key of ['externally_connectable', 'minimum_chrome_version', 'background.service_worker'])
      expect(manifest).not.toHaveProperty(key);
  });

  it('the listing names exactly the data that the manifest for Firefox declares', () => {
    const declared = firstColumn(sectionOf('Use of data'));
    expect(manifestFor('firefox')).toHaveProperty('browser_specific_settings.gecko.data_collection_permissions', {
      required: declared,
    });
  });

  it('a package for a store is built for no server, and anew for the other store', () => {
    const stamps = stores.map((store) => hashInputs(storeBuild(store).inputs, storeBuild(store).environment));
    expect(stamps[0]).not.toBe(stamps[1]);
    for (const store of stores)
      expect(storeBuild(store).environment).toMatchObject({ PUBLIC_URL: '', LEADLOOM_SERVER_KEY: '', LEADLOOM_PACING: 'on' });
  });
});

describe('the pictures', () => {
  it.each([
    ['docs/store/screenshot-1-collector.png', 1280, 800],
    ['docs/store/screenshot-2-people.png', 1280, 800],
    ['docs/store/screenshot-3-popup.png', 1280, 800],
    ['docs/store/promo-tile.png', 440, 280],
  ])('%s has the size that stores require, and no transparency', (path, width, height) => {
    expect(describePicture(path)).toEqual({ width, height, bits: 8, colour: OPAQUE });
  });

  it('the icon for the listing is 128 pixels wide and high', () => {
    expect(describePicture('extension/icons/icon-128.png')).toMatchObject({ width: 128, height: 128 });
  });
});

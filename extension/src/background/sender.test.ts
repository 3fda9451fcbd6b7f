import { describe, expect, it } from 'vitest';
import { EXTENSION_ID } from '../testing/fake-browser.ts';
import { readAsker } from './sender.ts';

const allowed = {
  extensionId: EXTENSION_ID,
  hasLifecycles: true,
  builtInOrigins: ['http://localhost:3000'],
  connectedOrigins: async () => ['https://leads.example.com'],
};
const app = {
  id: EXTENSION_ID,
  origin: 'http://localhost:3000',
  url: 'http://localhost:3000/app/linkedin/collector?x=1#y',
  frameId: 0,
  documentLifecycle: 'active',
  documentId: 'x',
};
const connected = { ...app, origin: 'https://leads.example.com', url: 'https://leads.example.com/app' };

describe('a sender', () => {
  it.each([app, connected, { ...app, url: 'http://localhost:3000/app/', tab: { id: 3 } }])(
    'a sender on a page of Leadloom is allowed',
    async (sender) => expect(await readAsker(sender, allowed)).toEqual({ origin: sender.origin, documentId: 'x' }),
  );

  it.each<[string, unknown]>([
    ['of another extension', { ...app, id: 'ponmlkjihgfedcbaponmlkjihgfedcba' }],
    ['without an extension', { ...app, id: undefined }],
    ['without a document', { ...app, documentId: undefined }],
    ['with a document without a name', { ...app, documentId: '' }],
    ['on another port', { ...app, origin: 'http://localhost:3001', url: 'http://localhost:3001/app/' }],
    ['on the default port', { ...app, origin: 'http://localhost', url: 'http://localhost/app/' }],
    ['of another scheme', { ...app, origin: 'https://localhost:3000', url: 'https://localhost:3000/app/' }],
    ['of a look-alike', { ...connected, origin: 'https://leadsxexample.com', url: 'https://leadsxexample.com/app' }],
    ['of a subdomain', { ...connected, origin: 'https://a.leads.example.com', url: 'https://a.leads.example.com/app' }],
    [
      'of a longer name',
      { ...connected, origin: 'https://leads.example.com.evil.example', url: 'https://leads.example.com.evil.example/app' },
    ],
    ['that is LinkedIn', { ...app, origin: 'https://www.linkedin.com', url: 'https://www.linkedin.com/app/' }],
    [
      'that is our own popup',
      { ...app, origin: `chrome-extension://${EXTENSION_ID}`, url: `chrome-extension://${EXTENSION_ID}/popup.html` },
    ],
    ['in a frame', { ...app, frameId: 4 }],
    ['without a frame', { ...app, frameId: undefined }],
    ['in a sandbox', { ...app, origin: 'null' }],
    ['whose address is of another origin', { ...app, url: 'https://evil.example/app/' }],
    ['on about:blank', { ...app, url: 'about:blank' }],
    ['on a blob', { ...app, url: 'blob:http://localhost:3000/3b6f0a5e' }],
    ['beside the app', { ...app, url: 'http://localhost:3000/application' }],
    ['above the app', { ...app, url: 'http://localhost:3000/app/../outbox' }],
    // The browser starts the bridge at these two, because it treats their spelling as the app's.
    ['of the same host with a dot', { ...app, origin: 'http://localhost.:3000', url: 'http://localhost.:3000/app/login' }],
    ['of an address with a dot that claims the origin', { ...app, url: 'http://localhost.:3000/app/login' }],
    ['at an escaped spelling of the path', { ...app, url: 'http://localhost:3000/%61pp/login' }],
    ['at an escaped spelling of the path alone', { ...app, url: 'http://localhost:3000/%61pp' }],
    ['elsewhere on the origin', { ...app, url: 'http://localhost:3000/api/v1/me' }],
    ['prerendered', { ...app, documentLifecycle: 'prerender' }],
    ['in the back-forward cache', { ...app, documentLifecycle: 'cached' }],
    ['about to go', { ...app, documentLifecycle: 'pending_deletion' }],
    ['without a lifecycle', { ...app, documentLifecycle: undefined }],
    ['without an address', { ...app, url: undefined }],
    ['with an address that is none', { ...app, url: '/app/' }],
    ['with an origin that is a list', { ...app, origin: ['http://localhost:3000'] }],
    ['that is nothing', undefined],
    ['that is null', null],
    ['that is text', 'http://localhost:3000'],
  ])('the sender %s is refused', async (_, sender) => {
    expect(await readAsker(sender, allowed)).toBeNull();
  });
});

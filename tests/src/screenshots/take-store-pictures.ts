/** The pictures that stores show of the extension, in the sizes they require: two screens, the popup, and a tile. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { enterAsSubscriber, inSampleApp, type SampleApp, signInToLinkedIn, sizes } from './sample-app.ts';

const root = join(import.meta.dirname, '../../..');
const FONT = 'web/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const screens = [
  { file: 'screenshot-1-collector.png', path: '/app/linkedin/collector', text: '/in/sample-' },
  { file: 'screenshot-2-people.png', path: '/app/linkedin/people', text: 'Collected people' },
] as const;

/**
 * @param origin the one the extension was built for
 * @param extension the folder of an extension with the limits that people have
 * @returns the names of the files
 */
export async function takeStorePictures(origin: string, folder: string, extension: string): Promise<readonly string[]> {
  return inSampleApp(
    origin,
    async (app) => {
      const { page, sample } = app;
      await enterAsSubscriber(page, sample);
      await signInToLinkedIn(page);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const files: string[] = [];
      for (const { file, path, text } of screens) {
        await page.goto(path);
        await expect(page.getByText(text).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(folder, file), animations: 'disabled' });
        files.push(file);
      }
      const popup = await takePopup(app);
      await draw(app, sizes.wide, await popupPicture(popup), join(folder, 'screenshot-3-popup.png'));
      await draw(app, { width: 440, height: 280 }, await tile(), join(folder, 'promo-tile.png'));
      return [...files, 'screenshot-3-popup.png', 'promo-tile.png'];
    },
    extension,
  );
}

/** The popup as the person sees it, on a page of its own. */
async function takePopup({ context }: SampleApp): Promise<Buffer> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const popup = await context.newPage();
  await popup.setViewportSize({ width: 360, height: 800 });
  await popup.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await popup.goto(`chrome-extension://${new URL(worker.url()).host}/src/popup/popup.html`);
  await expect(popup.getByText('Signed in')).toBeVisible();
  const picture = await popup.locator('body').screenshot({ animations: 'disabled' });
  await popup.close();
  return picture;
}

async function draw(
  { context }: SampleApp,
  size: { readonly width: number; readonly height: number },
  html: string,
  file: string,
): Promise<void> {
  const page: Page = await context.newPage();
  await page.setViewportSize(size);
  await page.setContent(html);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path: file });
  await page.close();
}

const inline = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;

async function styled(style: string, body: string): Promise<string> {
  const font = inline('font/woff2', await readFile(join(root, FONT)));
  return `<!doctype html><html lang="en"><style>
    @font-face { font-family: Inter; src: url(${font}); font-weight: 100 900; }
    * { box-sizing: border-box; margin: 0; }
    body { display: flex; height: 100vh; font-family: Inter, sans-serif; background: #0f4239; color: #ffffff; }
    h1 { font-weight: 640; letter-spacing: -0.02em; }
    ${style}
  </style><body>${body}</body></html>`;
}

async function popupPicture(popup: Buffer): Promise<string> {
  return styled(
    `body { align-items: center; justify-content: space-between; padding: 0 120px; }
     div { width: 560px; }
     h1 { font-size: 52px; line-height: 1.12; margin-bottom: 28px; }
     li { font-size: 22px; line-height: 1.4; margin-bottom: 14px; }
     ul { padding: 0; list-style: none; border-left: 3px solid #dfa437; padding-left: 22px; }
     img { border-radius: 12px; box-shadow: 0 24px 60px rgb(0 0 0 / 40%); }`,
    `<div>
       <h1>Every request is counted, and you see each one</h1>
       <ul>
         <li>A daily limit, with a slow start in the first week</li>
         <li>A list of all requests of the last 30 days</li>
         <li>Your LinkedIn cookies never leave this browser</li>
       </ul>
     </div>
     <img alt="" src="${inline('image/png', popup)}">`,
  );
}

async function tile(): Promise<string> {
  const icon = inline('image/svg+xml', await readFile(join(root, 'web/public/icon.svg')));
  return styled(
    `body { flex-direction: column; align-items: center; justify-content: center; gap: 10px; }
     img { width: 112px; height: 112px; }
     h1 { font-size: 40px; line-height: 1.1; }
     p { font-size: 18px; color: #cfe0db; }`,
    `<img alt="" src="${icon}"><h1>Leadloom</h1><p>LinkedIn profiles for your own server</p>`,
  );
}

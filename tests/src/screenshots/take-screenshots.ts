/**
 * Pictures of the screens as the sample account sees them: the real server, a real Chromium with the extension, and the
 * stand-in for LinkedIn. Passwords and secrets are never on a screen when it is taken.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startWebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { expect, type Page } from '@playwright/test';
import { leave } from '../journeys/account-shortcuts.ts';
import { newcomerPictures, operatorPictures, type Picture, publicPictures, sessionPictures } from './pictures.ts';
import { prepareNewcomer, prepareOperator, prepareSample } from './prepare-sample.ts';
import { inSampleApp, signInToLinkedIn, sizes } from './sample-app.ts';
import { LONG } from './states.ts';

const colorSchemes = ['light', 'dark'] as const;

interface Options {
  /** The one the extension was built for. */
  readonly origin: string;
  readonly folder: string;
  /** By name of the file, such as `alerts-wide-dark.png`. */
  readonly isWanted: (file: string) => boolean;
  readonly report: (line: string) => void;
}

/** @returns the names of the files. A screen that does not become ready is reported, and the others are taken. */
export async function takeScreenshots({ origin, folder, isWanted, report }: Options): Promise<readonly string[]> {
  const receiver = await startWebhookReceiver();
  const files: string[] = [];
  const takeAll = async (page: Page, pictures: readonly Picture[]) => {
    for (const picture of pictures) files.push(...(await take(page, picture, { folder, isWanted, report })));
  };
  try {
    await mkdir(folder, { recursive: true });
    await inSampleApp(origin, async ({ page, sample }) => {
      await page.setViewportSize(sizes.wide);
      await takeAll(page, publicPictures);
      await page.setViewportSize(sizes.wide);
      await prepareNewcomer(page);
      await takeAll(page, newcomerPictures);
      await leave(page);
      await page.setViewportSize(sizes.wide);
      await prepareSample(page, sample, `${receiver.url}leadloom`);
      await signInToLinkedIn(page);
      await takeAll(page, sessionPictures);
      await page.goto('/app/dashboard');
      await prepareOperator(page, sample.password);
      await takeAll(page, operatorPictures);
    });
    return files;
  } finally {
    await receiver.close();
  }
}

async function take(page: Page, picture: Picture, { folder, isWanted, report }: Omit<Options, 'origin'>): Promise<string[]> {
  const files: string[] = [];
  for (const size of ['wide', 'narrow'] as const) {
    const wanted = colorSchemes.filter((scheme) => isWanted(fileName(picture.name, size, scheme)));
    if (wanted.length === 0) continue;
    try {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await open(page, picture);
      await page.waitForLoadState('networkidle');
      for (const colorScheme of wanted) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const file = fileName(picture.name, size, colorScheme);
        await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' });
        files.push(file);
      }
    } catch (error) {
      report(`${picture.name}, ${size}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return files;
}

async function open(page: Page, { path, text, open }: Picture): Promise<void> {
  if (open === undefined) await page.goto(`/app${path}`);
  else await open(page);
  if (text !== undefined) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible(LONG);
}

function fileName(name: string, size: keyof typeof sizes, colorScheme: (typeof colorSchemes)[number]): string {
  return `${name}-${size}-${colorScheme}.png`;
}

/**
 * Pictures of the screens as the sample account sees them: the real server, a real Chromium with the extension, and the
 * stand-in for LinkedIn. Passwords and secrets are never on a screen when it is taken.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Picture } from './pictures.ts';
import { sizes } from './sample-app.ts';
import { openPicture, visitPictures } from './visit-pictures.ts';

const colorSchemes = ['light', 'dark'] as const;

interface Options {
  /** The one the extension was built for. */
  readonly origin: string;
  readonly folder: string;
  /** Whether a file is taken, by its name, such as `alerts-wide-dark.png`. */
  readonly isIncluded: (file: string) => boolean;
  readonly report: (line: string) => void;
}

/** @returns the names of the files. A screen that does not become ready is reported, and the others are taken. */
export async function takeScreenshots({ origin, folder, isIncluded, report }: Options): Promise<readonly string[]> {
  const files: string[] = [];
  await mkdir(folder, { recursive: true });
  await visitPictures(origin, async (page, picture) => {
    files.push(...(await take(page, picture, { folder, isIncluded, report })));
  });
  return files;
}

async function take(page: Page, picture: Picture, { folder, isIncluded, report }: Omit<Options, 'origin'>): Promise<string[]> {
  const files: string[] = [];
  for (const size of ['wide', 'narrow'] as const) {
    const included = colorSchemes.filter((scheme) => isIncluded(fileName(picture.name, size, scheme)));
    if (included.length === 0) continue;
    try {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await openPicture(page, picture);
      for (const colorScheme of included) {
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

function fileName(name: string, size: keyof typeof sizes, colorScheme: (typeof colorSchemes)[number]): string {
  return `${name}-${size}-${colorScheme}.png`;
}

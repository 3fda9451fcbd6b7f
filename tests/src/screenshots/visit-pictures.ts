/** Leads through every screen of the list, each group of them with the account that sees them. */
import { startWebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { expect, type Page } from '@playwright/test';
import { leave } from '../journeys/account-shortcuts.ts';
import { newcomerPictures, operatorPictures, type Picture, publicPictures, sessionPictures } from './pictures.ts';
import { prepareNewcomer, prepareOperator, prepareSample } from './prepare-sample.ts';
import { inSampleApp, signInToLinkedIn, sizes } from './sample-app.ts';
import { LONG } from './states.ts';

/** @param origin the one the extension was built for @param visit opens the picture where it is wanted, in any size */
export async function visitPictures(origin: string, visit: (page: Page, picture: Picture) => Promise<void>): Promise<void> {
  const receiver = await startWebhookReceiver();
  const visitAll = async (page: Page, pictures: readonly Picture[]) => {
    for (const picture of pictures) await visit(page, picture);
    await page.setViewportSize(sizes.wide);
  };
  try {
    await inSampleApp(origin, async ({ page, sample, standIns }) => {
      await page.setViewportSize(sizes.wide);
      await visitAll(page, publicPictures);
      await prepareNewcomer(page);
      await visitAll(page, newcomerPictures);
      await leave(page);
      await prepareSample(page, sample, `${receiver.url}leadloom`, standIns);
      await signInToLinkedIn(page);
      await visitAll(page, sessionPictures);
      await page.goto('/app/dashboard');
      await prepareOperator(page, sample.password);
      await visitAll(page, operatorPictures);
    });
  } finally {
    await receiver.close();
  }
}

/** Opens a picture's screen and waits until it is ready. */
export async function openPicture(page: Page, { path, text, open }: Picture): Promise<void> {
  if (open === undefined) await page.goto(`/app${path}`);
  else await open(page);
  if (text !== undefined) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible(LONG);
  await page.waitForLoadState('networkidle');
}

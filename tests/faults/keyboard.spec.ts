/** Every screen, and states of screens, walked with the Tab key alone, in a wide and in a narrow window. */
import { expect } from '@playwright/test';
import { requestsFailed, test } from '../src/journeys/strict-test.ts';
import { openPicture, visitPictures } from '../src/screenshots/visit-pictures.ts';
import { walkScreen } from './keyboard/walk-screen.ts';

const origin = process.env.JOURNEY_ORIGIN ?? 'http://localhost:3457';

const windows = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844 } },
];

for (const { name, viewport } of windows) {
  test(`every screen can be used with the keyboard alone in a ${name} window`, async ({ expectComplaints }) => {
    test.setTimeout(1_200_000);
    // Codes of nobody are refused on some of the screens without a session.
    expectComplaints(...requestsFailed);
    const faults: string[] = [];
    let [screens, stops] = [0, 0];
    await visitPictures(origin, async (page, picture) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPicture(page, picture);
      const walk = await walkScreen(page);
      screens += 1;
      stops += walk.stops;
      faults.push(...walk.faults.map((fault) => `${picture.name}: ${fault}`));
    });
    console.log(`keyboard, ${name}: ${screens} screens, ${stops} stops, ${faults.length} faults`);
    expect(faults).toEqual([]);
  });
}

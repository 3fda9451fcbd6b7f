/** What LinkedIn may write into the texts of members: shown by the app, it stays text. */
import { expect } from '@playwright/test';
import { leave } from '../account-shortcuts.ts';
import { becomeCollector } from '../become-collector.ts';
import { createDamageReport } from '../xss/damage-report.ts';
import { textOfDocument, watchPage, withoutControls } from '../xss/page-watch.ts';
import { payloads } from '../xss/payloads.ts';
import { collectMember, readableMembers } from '../xss/stored-texts.ts';
import { appOrigin, test } from './arena.ts';
import { report } from './attack-report.ts';

const TEXTS_PER_MEMBER = 45;
const SHOWN_IN_LISTS = 5;
const PICTURES = 'https://media.licdn.com';

test('E18: hostile texts in every field of LinkedIn’s answers never run in the app', async ({ arena }) => {
  test.setTimeout(240_000);
  const { context, linkedIn, leadloom } = arena;
  const page = await context.newPage();
  const damage = createDamageReport();
  const watch = await watchPage(page, [appOrigin, PICTURES]);
  const missing = async (texts: readonly string[]): Promise<readonly string[]> => {
    const shown = await textOfDocument(page);
    return texts.filter((text) => !shown.includes(withoutControls(text).trim()));
  };
  try {
    await becomeCollector({ page, leadloom }, { email: 'runa.solberg@example.com', password: 'loom-and-weft-8' });
    const groups = Array.from({ length: Math.ceil(payloads.length / TEXTS_PER_MEMBER) }, (_, group) =>
      payloads.slice(group * TEXTS_PER_MEMBER, (group + 1) * TEXTS_PER_MEMBER),
    );
    for (const [number, index] of readableMembers({ linkedIn }, groups.length).entries()) {
      const texts = groups[number] ?? [];
      await page.goto('/app/linkedin/collector');
      await expect(page.getByText('Linkedin cookies available')).toBeVisible();
      const path = await collectMember({ page, linkedIn }, index, texts);
      damage.add('the collector', await watch.look());
      await page.goto(path);
      // A place where the texts are not shown would prove nothing.
      await expect.poll(() => missing(texts), `shown by ${path}`).toEqual([]);
      damage.add('the detailed profile', await watch.look());
    }
    await page.goto('/app/linkedin/people');
    // A list shows the beginning of a long text.
    const beginnings = groups.flatMap((texts) => texts.slice(0, SHOWN_IN_LISTS));
    await expect.poll(() => missing(beginnings), 'shown by the people').toEqual([]);
    damage.add('the people', await watch.look());
    damage.conclude(`hostile texts in LinkedIn’s answers: ${payloads.length}`);
    // Pictures are the one thing the app itself takes from elsewhere; here nobody but the hostile host has them.
    expect(arena.arrivals().filter(({ headers }) => headers.host !== new URL(PICTURES).host)).toEqual([]);
    report(
      'E18',
      payloads.length,
      `${payloads.length} texts in every field of ${groups.length} members: 0 script runs, 0 reports, 0 at the hostile host`,
    );
  } finally {
    linkedIn.control.decorateText(null);
    await leave(page);
  }
});

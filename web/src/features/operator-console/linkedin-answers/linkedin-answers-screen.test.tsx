import { me } from '@leadloom/shared/contract/accounts';
import { type AnswerCounts, listCatalogueChecks } from '@leadloom/shared/contract/catalogue-checks';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

it('the answers of LinkedIn are shown by id, with what died and what to write into the catalogue', async () => {
  signInForTest();
  apiServer.use(answer(me, () => aUser({ is_operator: true })));
  const counts = (changes: Partial<AnswerCounts>): AnswerCounts => ({
    ...{ endpoint: 'profile', candidate: 'deco.First-1', understood: 3, different: 0, refused: 0 },
    ...{ last_understood_on: '2098-01-09', last_failed_on: null },
    ...changes,
  });
  apiServer.use(
    answer(listCatalogueChecks, () => ({
      data: [
        counts({
          endpoint: 'sections',
          candidate: null,
          understood: 0,
          different: 2,
          last_understood_on: null,
          last_failed_on: '2098-01-09',
        }),
        counts({ refused: 2, last_failed_on: '2098-01-10' }),
        counts({ candidate: 'deco.Second-2', understood: 2, last_understood_on: '2098-01-10' }),
        counts({ endpoint: 'cards', candidate: 'query.aa', refused: 4, last_failed_on: '2098-01-09' }),
      ],
    })),
  );
  renderApp('/operator/linkedin-answers');
  const table = within(await screen.findByRole('table', { name: 'What LinkedIn answers' }));
  expect(table.getByRole('row', { name: /profile deco.First-1 3 0 2 2098-01-09 2098-01-10/ })).toBeVisible();
  expect(table.getByRole('row', { name: /profile deco.Second-2 2 0 0 2098-01-10/ })).toBeVisible();
  expect(
    screen.getByText(
      'profile, deco.First-1: failed on 2098-01-10 and was last understood on 2098-01-09. Put deco.Second-2 before it in “profile”.',
    ),
  ).toBeVisible();
  expect(screen.getByText(/^sections: failed on 2098-01-09 .* needs a newer version of Leadloom\.$/)).toBeVisible();
  expect(
    screen.getByText(/^cards, query\.aa: .* No other id of “cards” is understood: add a newer one before it\.$/),
  ).toBeVisible();
  expect(screen.queryByText(/^profile, deco.Second-2: failed/)).toBeNull();
});

import { me } from '@leadloom/shared/contract/accounts';
import { changeOperatorWorkspace, listOperatorWorkspaces } from '@leadloom/shared/contract/operator-workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

it('shared workspaces are listed with their use, searched and limited', async () => {
  signInForTest();
  let workspace = {
    id: 40,
    name: 'Northwind',
    members: 3,
    request_limit: null,
    export_limit: null as number | null,
    requests: 1_200,
    exports: 7,
  };
  const searches: (string | null)[] = [];
  const bodies: unknown[] = [];
  apiServer.use(
    answer(me, () => aUser({ is_operator: true })),
    answer(listOperatorWorkspaces, ({ url }) => {
      searches.push(url.searchParams.get('q'));
      return { data: [workspace], total: 1 };
    }),
    answer(changeOperatorWorkspace, ({ params, body }) => {
      expect(Number(params.workspace_id)).toBe(40);
      bodies.push(body);
      workspace = { ...workspace, export_limit: 500 };
      return workspace;
    }),
  );
  const { person } = renderApp('/operator/workspaces');
  const row = within(await screen.findByRole('table', { name: 'Workspaces' }));
  expect(row.getByText('Northwind (40)')).toBeVisible();
  expect(row.getByText('1,200')).toBeVisible();
  await person.type(screen.getByLabelText('Search by name or id'), 'north');
  await waitFor(() => expect(searches.at(-1)).toBe('north'));
  await person.click(row.getByRole('button', { name: 'Limits' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Limits of Northwind' }));
  await person.type(dialog.getByLabelText('Exported rows per month'), '500');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('7 of 500 (set here)')).toBeVisible();
  expect(bodies).toEqual([{ request_limit: null, export_limit: 500 }]);
});

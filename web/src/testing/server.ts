/** The API as stories see it. A request no handler answers fails the test (see `setup.ts`). */
import { listAlertMessages } from '@leadloom/shared/contract/alerts';
import { getDashboard, listSampleRows } from '@leadloom/shared/contract/dashboard';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { setupServer } from 'msw/node';
import { answer } from './api.ts';

/** What the frame and the dashboard ask for beside the account; a story about it answers differently. */
export const apiServer = setupServer(
  answer(listAlertMessages, () => ({ data: [], total: 0, page: 1, per_page: 1 })),
  answer(listSampleRows, () => ({ tables: [], account: false })),
  answer(getDashboard, () => ({ work: [], first_steps: null })),
  answer(listViewNames, () => ({ data: [], total: 0 })),
);

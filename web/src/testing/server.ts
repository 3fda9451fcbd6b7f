/** The API as stories see it. A request no handler answers fails the test (see `setup.ts`). */
import { listAlertMessages } from '@leadloom/shared/contract/alerts';
import { setupServer } from 'msw/node';
import { answer } from './api.ts';

/** The bell asks on every screen of a verified account; a story about alerts answers differently. */
export const apiServer = setupServer(answer(listAlertMessages, () => ({ data: [], total: 0, page: 1, per_page: 1 })));

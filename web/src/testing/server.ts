/** The API as stories see it. A request no handler answers fails the test (see `setup.ts`). */
import { setupServer } from 'msw/node';

export const apiServer = setupServer();

import { me } from '@leadloom/shared/contract/accounts';
import { exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { aSharedWorkspace, aUserIn, workIn } from '../../testing/workspaces.ts';
import { forgetAccount } from '../account/sign-out.ts';
import { call } from '../api-client/call.ts';
import { download } from '../api-client/download.ts';
import { session } from '../session/session.ts';
import { enterWorkspace, openWorkspace } from './open-workspace.ts';
import { noteWorkspace, tabWorkspace } from './tab-workspace.ts';
import { takeWorkspaceNotice } from './workspace-notice.ts';

const shared = aSharedWorkspace();
let loaded: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  loaded = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
});

/** The workspace that the next call names. */
async function calledIn(): Promise<string | null> {
  let named: string | null = null;
  apiServer.use(
    answer(me, ({ headers }) => {
      named = headers.get('x-workspace');
      return aUser();
    }),
  );
  await call(me, {});
  return named;
}

/** Another account's session in between: the page forgets what it knew. */
function signInAgain(subject: string): void {
  session.end();
  signInForTest(subject);
}

/** The workspace of the page that is loaded next. */
function nextTabWorkspace(subject: string) {
  signInAgain(subject);
  return tabWorkspace();
}

describe('the workspace of a tab', () => {
  it('a call names no workspace as long as none was chosen', async () => {
    signInForTest();
    expect(await calledIn()).toBeNull();
  });

  it('calls name the workspace that the tab was in', async () => {
    signInForTest();
    workIn(shared);
    expect(await calledIn()).toBe('12');
  });

  it('downloads name the workspace, too', async () => {
    signInForTest();
    workIn(shared);
    const named: (string | null)[] = [];
    apiServer.use(
      answer(exportProfiles, ({ headers }) => {
        named.push(headers.get('x-workspace'));
        return new Blob(['name\n'], { type: 'text/csv' });
      }),
    );
    const signal = new AbortController().signal;
    await download(exportProfiles, { query: {} }, { signal, onStart: () => undefined, onBytes: () => undefined });
    expect(named).toEqual(['12']);
  });

  it('a new tab begins with the workspace that was chosen last, and keeps it when another tab chooses another', () => {
    signInForTest();
    openWorkspace(12, '/dashboard');
    // What a new tab has: the browser's storage, and none of its own.
    sessionStorage.clear();
    signInAgain('1');
    expect(tabWorkspace()?.id).toBe(12);
    localStorage.setItem('leadloom-workspace', JSON.stringify({ account: '1' }));
    signInAgain('1');
    expect(tabWorkspace()?.id).toBe(12);
  });

  it('the choice of one account is none of another', () => {
    signInForTest('1');
    openWorkspace(12, '/dashboard');
    signInAgain('2');
    expect(tabWorkspace()).toBeNull();
  });

  it('another workspace is another load of the page', () => {
    signInForTest();
    openWorkspace(12, '/table/companies');
    expect(tabWorkspace()).toBeNull();
    expect(loaded).toHaveBeenCalledWith('/app/table/companies');
  });

  it('the account’s own id is the personal workspace', () => {
    signInForTest('7');
    openWorkspace(7, '/dashboard');
    expect(nextTabWorkspace('7')).toBeNull();
  });

  it('a linked workspace is entered in place before the first call, and by another load after it', async () => {
    signInForTest('31');
    expect(enterWorkspace(12, '/lists')).toBe(true);
    expect(loaded).not.toHaveBeenCalled();
    await calledIn();
    expect(enterWorkspace(12, '/lists')).toBe(true);
    expect(enterWorkspace(13, '/lists')).toBe(false);
    expect(loaded).toHaveBeenCalledExactlyOnceWith('/app/lists');
  });

  it('what the server says of the workspace is remembered, and an answer about another is not', () => {
    signInForTest();
    workIn(shared);
    const { workspace } = aUserIn(aSharedWorkspace({ name: 'Warp and Weft', role: 'viewer', rights: [] }));
    noteWorkspace(12, workspace);
    expect(tabWorkspace()).toMatchObject({ name: 'Warp and Weft', role: 'viewer' });
    noteWorkspace(13, aUserIn(aSharedWorkspace({ id: 13, name: 'Other' })).workspace);
    expect(tabWorkspace()?.name).toBe('Warp and Weft');
    sessionStorage.setItem('leadloom-workspace', 'broken');
    signInAgain('1');
    expect(tabWorkspace()).toBeNull();
  });

  it('signing out leaves no name of the workspace in the browser, and signing in again leads to it', async () => {
    signInForTest();
    openWorkspace(12, '/dashboard');
    signInAgain('1');
    noteWorkspace(12, aUserIn(shared).workspace);
    expect(localStorage.getItem('leadloom-workspace')).toContain('Warp');
    session.end();
    await forgetAccount('1');
    expect(localStorage.getItem('leadloom-workspace')).not.toContain('Warp');
    expect(sessionStorage.getItem('leadloom-workspace')).not.toContain('Warp');
    signInForTest();
    expect(tabWorkspace()?.id).toBe(12);
  });

  it.each([
    '{',
    '{"account":"1"}',
    '{"account":"1","workspace":{"id":-1}}',
    '{"account":"1","workspace":{"id":12,"role":"king"}}',
  ])('a stored choice that reads %j is none', (text) => {
    sessionStorage.setItem('leadloom-workspace', text);
    signInForTest();
    expect(tabWorkspace()).toBeNull();
  });
});

describe('a workspace that refuses the account', () => {
  it('a call that is refused leads to the personal workspace, which says so', async () => {
    signInForTest();
    workIn(shared);
    apiServer.use(
      answer(me, () => {
        throw refuse('WORKSPACE.NOT_FOUND');
      }),
    );
    await expect(Promise.all([call(me, {}), call(me, {})])).rejects.toMatchObject({ code: 'WORKSPACE.NOT_FOUND' });
    expect(nextTabWorkspace('1')).toBeNull();
    expect(loaded).toHaveBeenCalledExactlyOnceWith('/app/dashboard');
    expect(takeWorkspaceNotice()).toBe(
      'This workspace does not exist, or you are not a member of it. This is your personal workspace.',
    );
    expect(takeWorkspaceNotice()).toBeNull();
  });

  it('a missing right leads nowhere', async () => {
    signInForTest();
    workIn(shared);
    apiServer.use(
      answer(exportProfiles, () => {
        throw refuse('WORKSPACE.RIGHT_MISSING');
      }),
    );
    await expect(call(exportProfiles, { query: {} })).rejects.toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect(tabWorkspace()?.id).toBe(12);
    expect(loaded).not.toHaveBeenCalled();
  });
});

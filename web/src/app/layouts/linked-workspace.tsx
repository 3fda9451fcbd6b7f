/**
 * Opens the workspace that an address names, in place of the screen. The parameter then leaves the address bar. That an account
 * is no member is found with the first call, which leads to the personal workspace.
 */
import { WORKSPACE_PARAMETER } from '@leadloom/shared/domain/workspace-names';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { enterWorkspace } from '../../lib/workspace/open-workspace.ts';

export function LinkedWorkspace() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const linked = new URLSearchParams(search).get(WORKSPACE_PARAMETER) ?? '';
  // The others stay as they were written.
  const others = search.slice(1).split('&');
  const query = others.filter((part) => part.split('=', 1)[0] !== WORKSPACE_PARAMETER).join('&');
  const path = `${pathname}${query === '' ? '' : `?${query}`}${hash}`;

  useEffect(() => {
    if (/^[1-9]\d{0,14}$/.test(linked)) {
      if (!enterWorkspace(Number(linked), path)) return;
    } else showSnackbar('error', 'This link names a workspace that cannot exist.');
    void navigate(path, { replace: true, state });
  }, [linked, path, navigate, state]);

  return null;
}

/**
 * Opens the workspace that an address names. The parameter then leaves the address bar. That an account is no member is found
 * with the first call, which leads to the personal workspace.
 */
import { WORKSPACE_PARAMETER } from '@leadloom/shared/domain/workspace-names';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { showSnackbar } from '../snackbar/snackbar-store.ts';
import { enterWorkspace, tabWorkspace } from './tab-workspace.ts';

/** @returns true: the address is not ready to be shown */
export function useLinkedWorkspace(): boolean {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const parts = search.replace(/^\?/, '').split('&');
  const others = parts.filter((part) => part.split('=', 1)[0] !== WORKSPACE_PARAMETER);
  const isLinked = others.length < parts.length;
  const linked = isLinked ? new URLSearchParams(search).get(WORKSPACE_PARAMETER) : null;
  const path = `${pathname}${others.join('&').replace(/^(?=.)/, '?')}${hash}`;

  useEffect(() => {
    if (linked === null) return;
    if (/^[1-9]\d{0,14}$/.test(linked)) {
      if (!enterWorkspace(Number(linked), path)) return;
    } else showSnackbar('error', 'This link names a workspace that cannot exist.');
    void navigate(path, { replace: true, state });
  }, [linked, path, navigate, state]);

  return linked !== null;
}

/** The address as a link for others: it opens in this workspace, if that is shared. @param address with or without a query */
export function inThisWorkspace(address: string): string {
  const workspace = tabWorkspace();
  return workspace === null ? address : `${address}${address.includes('?') ? '&' : '?'}${WORKSPACE_PARAMETER}=${workspace.id}`;
}

/**
 * The typed changes to the saved profile. Only touched fields are kept, so that a new response of the server fills
 * in the others and overwrites nothing.
 */
import { updateProfile } from '@leadloom/shared/contract/account-settings';
import type { User } from '@leadloom/shared/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { meQueryKey, useRefreshMe } from '../../lib/account/use-me.ts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { fieldsOf, isReadyForPayment, type ProfileFields, trimmed, userWith } from './profile-fields.ts';

export type SaveOutcome =
  | { readonly isSaved: true; readonly isReadyForPayment: boolean }
  | { readonly isSaved: false; readonly reason: string };

export function useProfileDraft(user: User) {
  const queryClient = useQueryClient();
  const refreshMe = useRefreshMe();
  const [edits, setEdits] = useState<Partial<ProfileFields>>({});
  const [isSaving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null);
  const isUnderWay = useRef(false);
  const wasEditedSince = useRef(false);
  const fields: ProfileFields = { ...fieldsOf(user), ...edits };

  function change(edit: Partial<ProfileFields>): void {
    wasEditedSince.current = true;
    setOutcome(null);
    setEdits((before) => ({ ...before, ...edit }));
  }

  async function save(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    wasEditedSince.current = false;
    setSaving(true);
    setOutcome(null);
    try {
      setOutcome(await send(fields));
    } finally {
      isUnderWay.current = false;
      setSaving(false);
    }
  }

  async function send(sent: ProfileFields): Promise<SaveOutcome> {
    const body = trimmed(sent);
    try {
      await call(updateProfile, { body: { ...body } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { isSaved: false, reason: error.message };
    }
    queryClient.setQueryData<User>(meQueryKey, (known) => known && userWith(known, body));
    setEdits((now) => withoutSaved(now, sent));
    // The server's own view of it; what was saved is shown either way.
    void refreshMe().catch(() => undefined);
    // No redirect while changes are unsaved.
    return { isSaved: true, isReadyForPayment: isReadyForPayment(body) && !wasEditedSince.current };
  }

  return { fields, change, save, isSaving, outcome };
}

/** Edits made while the others were being saved are not saved yet. */
function withoutSaved(edits: Partial<ProfileFields>, sent: ProfileFields): Partial<ProfileFields> {
  const left = { ...edits };
  for (const name of profileFieldNames) if (left[name] === sent[name]) delete left[name];
  return left;
}

const profileFieldNames = ['fullName', 'companyName', 'country', 'currency', 'vatNumber', 'address'] as const;

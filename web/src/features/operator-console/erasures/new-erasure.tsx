/** Enters a request that came by letter, for whom a mailed link cannot confirm it. */
import { createErasure } from '@leadloom/shared/contract/erasures';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

interface NewErasureProps {
  readonly onEntered: () => void;
  readonly onClose: () => void;
}

const empty = { email: '', profile_url: '', name: '', domain: '', received_on: '' };

export function NewErasure({ onEntered, onClose }: NewErasureProps) {
  const [fields, setFields] = useState(empty);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const isNamed =
    fields.email.trim() !== '' || fields.profile_url.trim() !== '' || (fields.name.trim() !== '' && fields.domain.trim() !== '');
  const change = (name: keyof typeof empty) => (value: string) => {
    clearFailure();
    setFields({ ...fields, [name]: value });
  };

  async function onSubmit(): Promise<void> {
    const body = Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
    );
    if (await submit(() => call(createErasure, { body }))) onEntered();
  }

  const text = (name: keyof typeof empty) => ({ name, autoComplete: 'off', value: fields[name], onChange: change(name) });
  return (
    <FormDialog
      title="Enter a request"
      text="For requests that came by letter or phone. Give an email, the address of a profile, or a name together with the employer’s domain. Make sure who is asking."
      submitLabel="Enter"
      isSubmitDisabled={!isNamed || isSending}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      <FormField label="Email" type="email" maxLength={254} {...text('email')} />
      <FormField label="Profile address" maxLength={2048} {...text('profile_url')} />
      <FormField label="Name" maxLength={200} {...text('name')} />
      <FormField label="Employer’s domain" maxLength={253} hint="Such as nordlys.example" {...text('domain')} />
      <FormField
        label="Received on"
        maxLength={10}
        hint="Such as 2026-03-31. The time to answer begins then; today if empty."
        {...text('received_on')}
      />
    </FormDialog>
  );
}

import { ERASURE_DAYS, requestErasure } from '@leadloom/shared/contract/erasures';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { useState } from 'react';
import { AuthForm } from '../../components/auth-form.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { useSubmission } from '../../lib/use-submission.ts';

/** The form with which anyone asks to be removed, with or without an account. */
export function ErasureForm() {
  const [email, setEmail] = useState('');
  const [profile, setProfile] = useState('');
  const [message, setMessage] = useState('');
  const [isMarkedInvalid, setMarkedInvalid] = useState(false);
  const [requestedAddress, setRequestedAddress] = useState<string | null>(null);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const isInvalid = !hasEmailFormat(email);
  const isEmailRefused = failure?.code === 'EMAIL.INVALID';

  async function onSubmit(): Promise<void> {
    setMarkedInvalid(isInvalid);
    if (isInvalid) return;
    const [address, page, text] = [email.trim(), profile.trim(), message.trim()];
    const body = { email: address, ...(page === '' ? {} : { profile_url: page }), ...(text === '' ? {} : { message: text }) };
    if (await submit(() => call(requestErasure, { body }))) setRequestedAddress(address);
  }

  return (
    <AuthForm
      title="Be removed"
      heading="Ask to be removed"
      lead={`Leadloom holds business data about companies and people. To have what is kept about you removed, enter your email. You will get an answer within ${ERASURE_DAYS} days. You do not need an account.`}
      submitLabel="Ask to be removed"
      isSubmitDisabled={isSending}
      onSubmit={() => void onSubmit()}
      notice={
        requestedAddress === null ? (
          failure !== null && !isEmailRefused && <Notice severity="error">{failure.message}</Notice>
        ) : (
          <Notice severity="success">
            <p>Check your email. We sent a link to {requestedAddress}.</p>
            <p>Nothing happens until you open it. It works for seven days. Check your spam folder, too.</p>
          </Notice>
        )
      }
      links={<TextLink to={paths.login}>Go to login</TextLink>}
    >
      <FormField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={(value) => {
          clearFailure();
          setRequestedAddress(null);
          setEmail(value);
        }}
        onBlur={() => setMarkedInvalid(email.trim() !== '' && isInvalid)}
        error={isEmailRefused || (isMarkedInvalid && isInvalid) ? 'Not a valid email' : null}
        hint="An address that we may have of you. We send it a link to confirm the request."
        hasFocusFirst
      />
      <FormField
        label="Profile address (optional)"
        name="profile_url"
        autoComplete="off"
        maxLength={2048}
        value={profile}
        onChange={(value) => {
          clearFailure();
          setProfile(value);
        }}
        hint="Such as your profile on LinkedIn, TikTok or Reddit."
      />
      <TextAreaField
        label="Message (optional)"
        name="message"
        autoComplete="off"
        maxLength={2000}
        value={message}
        onChange={setMessage}
        hint="Other emails and names you use help us find everything."
      />
    </AuthForm>
  );
}

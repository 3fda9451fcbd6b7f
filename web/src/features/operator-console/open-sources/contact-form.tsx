import { changeOpenSourceSettings } from '@leadloom/shared/contract/open-sources';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useConsoleAction } from '../use-console-action.ts';
import { OPEN_SOURCES } from './use-open-sources.ts';

interface ContactFormProps {
  /** null: nobody has said. */
  readonly contact: string | null;
  readonly isSetByServer: boolean;
}

/** The address that stands in every request to a publisher. */
export function ContactForm({ contact, isSetByServer }: ContactFormProps) {
  const [email, setEmail] = useState(contact ?? '');
  const [isWrong, setWrong] = useState(false);
  const { carryOut, isSending, failure, proofDialog } = useConsoleAction(OPEN_SOURCES);

  async function onSubmit(): Promise<void> {
    const address = email.trim();
    const wrong = address !== '' && !hasEmailFormat(address);
    setWrong(wrong);
    if (wrong) return;
    const body = { contact: address === '' ? null : address };
    await carryOut(
      () => call(changeOpenSourceSettings, { body }),
      address === '' ? 'The contact is removed.' : 'The contact is saved.',
    );
  }

  if (isSetByServer)
    return (
      <Typography variant="body2">
        Publishers may write to <strong>{contact}</strong>, as SOURCES_CONTACT says. The address stands in every request to them.
      </Typography>
    );
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
      sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      <Box sx={{ width: '100%', maxWidth: '28rem' }}>
        <FormField
          label="Contact for publishers"
          name="contact"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(value) => {
            setWrong(false);
            setEmail(value);
          }}
          error={isWrong ? 'This is no email address.' : failure}
          hint="An address that somebody reads. It stands in every request to publishers, and nowhere else."
        />
      </Box>
      <Button type="submit" variant="outlined" disabled={isSending || email.trim() === (contact ?? '')}>
        Save contact
      </Button>
      {proofDialog}
    </Box>
  );
}

/** The screen to which the link in an alert's mail leads. Opening it changes nothing; the button ends the mails. */
import { unsubscribeAlert } from '@leadloom/shared/contract/alerts';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { useSubmission } from '../../lib/use-submission.ts';

export function AlertUnsubscription({ token }: { readonly token: string }) {
  const { isSending, failure, submit } = useSubmission();
  const [isDone, setDone] = useState(false);
  return (
    <>
      <PageHeading title="Stop emails from an alert" />
      {isDone ? (
        <Notice severity="success">This alert no longer sends emails. Its messages are still in the app.</Notice>
      ) : (
        <>
          <Typography sx={{ my: 2 }}>The alert stays, and its messages stay in the app.</Typography>
          <Button
            variant="contained"
            disabled={isSending}
            onClick={() => void submit(() => call(unsubscribeAlert, { params: { token } })).then(setDone)}
          >
            Stop these emails
          </Button>
        </>
      )}
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      <Typography sx={{ mt: 2 }}>
        <TextLink to={paths.alerts}>Go to your alerts</TextLink>
      </Typography>
    </>
  );
}

import { confirmEmail } from '@leadloom/shared/contract/account-settings';
import { MailedCodeCheck } from '../../components/mailed-code-check.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { createCodeCheck } from '../../lib/check-mailed-code.ts';
import { paths } from '../../lib/paths.ts';
import { useIsSignedIn } from '../../lib/session/session.ts';

const checkCode = createCodeCheck((code) => call(confirmEmail, { body: { code } }));

interface EmailConfirmationProps {
  /** The code that was mailed to the new address. */
  readonly code: string;
}

/** The screen to which the link in the mail to a new address leads. */
export function EmailConfirmation({ code }: EmailConfirmationProps) {
  const isSignedIn = useIsSignedIn();
  return (
    <MailedCodeCheck
      title="Email change"
      check={checkCode}
      code={code}
      acceptedText="Email changed. Use the new address from now on."
      remedy={
        isSignedIn ? (
          <p>
            To get a new link, enter the address again on the <TextLink to={paths.account}>Account</TextLink> screen.
          </p>
        ) : (
          <p>To get a new link, sign in and enter the address again on the Account screen.</p>
        )
      }
    />
  );
}

import { confirmErasure, ERASURE_DAYS } from '@leadloom/shared/contract/erasures';
import { MailedCodeCheck } from '../../components/mailed-code-check.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { createCodeCheck } from '../../lib/check-mailed-code.ts';
import { paths } from '../../lib/paths.ts';

const checkCode = createCodeCheck((code) => call(confirmErasure, { body: { code } }));

interface ErasureConfirmationProps {
  /** The code that was mailed. */
  readonly code: string;
}

/** The screen to which the link in the mail to a person who asked to be removed leads. */
export function ErasureConfirmation({ code }: ErasureConfirmationProps) {
  return (
    <MailedCodeCheck
      title="Be removed"
      check={checkCode}
      code={code}
      acceptedText={`Your request is confirmed. You will get an answer by email within ${ERASURE_DAYS} days.`}
      remedy={
        <p>
          To get a new link, <TextLink to={paths.erasure}>ask again</TextLink>.
        </p>
      }
    />
  );
}

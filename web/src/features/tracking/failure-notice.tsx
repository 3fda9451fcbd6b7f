import { Notice } from '../../components/notice.tsx';
import type { Failure } from './explain-failure.ts';

/** What failed, and the reason below if there is more to say. */
export function FailureNotice({ failure: { text, reason } }: { readonly failure: Failure }) {
  return (
    <Notice severity="error">
      <p>{text}</p>
      {reason !== null && <p>{reason}</p>}
    </Notice>
  );
}

import { useParams } from 'react-router-dom';
import { EmailVerification } from '../../features/email-verification/email-verification.tsx';

export function VerifyPage() {
  const { verificationCode = '' } = useParams();
  return <EmailVerification key={verificationCode} verificationCode={verificationCode} />;
}

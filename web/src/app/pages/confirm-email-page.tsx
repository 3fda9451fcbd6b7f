import { useParams } from 'react-router-dom';
import { EmailConfirmation } from '../../features/email-confirmation/email-confirmation.tsx';

export function ConfirmEmailPage() {
  const { code = '' } = useParams();
  return <EmailConfirmation key={code} code={code} />;
}

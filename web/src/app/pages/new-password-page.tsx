import { useParams } from 'react-router-dom';
import { NewPasswordForm } from '../../features/password-reset/new-password-form.tsx';

export function NewPasswordPage() {
  const { passwordCode = '' } = useParams();
  return <NewPasswordForm key={passwordCode} passwordCode={passwordCode} />;
}

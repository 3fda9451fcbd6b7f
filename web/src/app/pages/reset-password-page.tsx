import { ResetRequestForm } from '../../features/password-reset/reset-request-form.tsx';

export function ResetPasswordPage() {
  return <ResetRequestForm />;
}

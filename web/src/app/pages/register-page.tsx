import { RegistrationForm } from '../../features/registration/registration-form.tsx';

export function RegisterPage() {
  return <RegistrationForm />;
}

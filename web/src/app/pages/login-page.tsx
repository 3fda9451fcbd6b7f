import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';

export function LoginPage() {
  return <SignInForm onSignedIn={loadDashboard} />;
}

/** The two seconds before the redirect are enough to have the next page ready. */
function loadDashboard(): void {
  void Promise.allSettled([import('../layouts/signed-in-layout.tsx'), import('./dashboard-page.tsx')]);
}

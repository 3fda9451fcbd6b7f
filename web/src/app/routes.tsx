/**
 * Which page is at which path. Public pages stand in the sign-in frame, open ones in a frame with or without
 * a session, all others need one.
 */
import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { LoadingLine } from '../components/loading-line.tsx';
import { paths } from '../lib/paths.ts';
import { useIsSignedIn } from '../lib/session/session.ts';
import { OpenLayout } from './layouts/open-layout.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { RequireSession } from './layouts/require-session.tsx';
import { lazyPage, usePagesOnTheirWay } from './lazy-page.ts';

const publicPages = [
  [paths.login, lazyPage(() => import('./pages/login-page.tsx'), 'LoginPage')],
  [paths.register, lazyPage(() => import('./pages/register-page.tsx'), 'RegisterPage')],
  [paths.resetPassword, lazyPage(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage')],
  [paths.newPassword, lazyPage(() => import('./pages/new-password-page.tsx'), 'NewPasswordPage')],
  [paths.verify, lazyPage(() => import('./pages/verify-page.tsx'), 'VerifyPage')],
  [paths.confirmEmail, lazyPage(() => import('./pages/confirm-email-page.tsx'), 'ConfirmEmailPage')],
] as const;

const TablePage = lazyPage(() => import('./pages/table-page.tsx'), 'TablePage');
const openPages = [[paths.apiDocs, lazyPage(() => import('./pages/api-docs-page.tsx'), 'ApiDocsPage')]] as const;

const sessionPages = [
  [paths.dashboard, lazyPage(() => import('./pages/dashboard-page.tsx'), 'DashboardPage')],
  [paths.payment, lazyPage(() => import('./pages/payment-page.tsx'), 'PaymentPage')],
  [paths.success, lazyPage(() => import('./pages/success-page.tsx'), 'SuccessPage')],
  [paths.invoices, lazyPage(() => import('./pages/invoices-page.tsx'), 'InvoicesPage')],
  [paths.profile, lazyPage(() => import('./pages/profile-page.tsx'), 'ProfilePage')],
  [paths.keys, lazyPage(() => import('./pages/keys-page.tsx'), 'KeysPage')],
  [paths.account, lazyPage(() => import('./pages/account-page.tsx'), 'AccountPage')],
  [paths.companies, TablePage],
  [paths.investors, TablePage],
  [paths.people, TablePage],
  [paths.reviews, TablePage],
  [paths.shopify, TablePage],
  [paths.redditPosts, TablePage],
  [paths.tiktokVideos, TablePage],
  [paths.linkedinOnboarding, lazyPage(() => import('./pages/linkedin-onboarding-page.tsx'), 'LinkedinOnboardingPage')],
  [paths.linkedinCollector, lazyPage(() => import('./pages/linkedin-collector-page.tsx'), 'LinkedinCollectorPage')],
  [paths.linkedinPeople, lazyPage(() => import('./pages/linkedin-people-page.tsx'), 'LinkedinPeoplePage')],
  [paths.social, lazyPage(() => import('./pages/social-page.tsx'), 'SocialPage')],
  [paths.socialDashboard, lazyPage(() => import('./pages/social-dashboard-page.tsx'), 'SocialDashboardPage')],
  [paths.linkedinUser, lazyPage(() => import('./pages/linkedin-user-page.tsx'), 'LinkedinUserPage')],
] as const;

const NotFoundPage = lazyPage(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');

export function AppRoutes() {
  const { pathname } = useLocation();
  const pagesOnTheirWay = usePagesOnTheirWay();
  return (
    <ErrorBoundary resetKey={pathname}>
      {pagesOnTheirWay > 0 && <LoadingLine />}
      <Suspense>
        <Routes>
          <Route path={paths.home} element={<Home />} />
          <Route element={<PublicLayout />}>
            {publicPages.map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route element={<OpenLayout />}>
            {openPages.map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route element={<RequireSession />}>
            {sessionPages.map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

function Home() {
  return <Navigate to={useIsSignedIn() ? paths.dashboard : paths.login} replace />;
}

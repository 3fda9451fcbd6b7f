/** The screens of the one list at their paths, each group in its frame. */
import { Suspense, startTransition, useEffect, useReducer, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { LoadingLine } from '../components/loading-line.tsx';
import { NotFound } from '../components/not-found.tsx';
import { paths } from '../lib/paths.ts';
import { useIsSignedIn } from '../lib/session/session.ts';
import { OpenLayout } from './layouts/open-layout.tsx';
import { RequireSession } from './layouts/require-session.tsx';
import { UnlistedLayout } from './layouts/unlisted-layout.tsx';
import { lazyPage, usePagesOnTheirWay } from './lazy-page.ts';
import { openScreens, operatorScreens, publicScreens, sessionScreens } from './screens.tsx';

const PublicLayout = lazyPage(() => import('./layouts/public-layout.tsx'), 'PublicLayout');
const OperatorFrame = lazyPage(() => import('./layouts/operator-frame.tsx'), 'OperatorFrame');

export function AppRoutes() {
  const { pathname } = useLocation();
  useLoadedPages();
  return (
    <ErrorBoundary resetKey={pathname}>
      <PageProgress />
      <Suspense>
        <Routes>
          <Route path={paths.home} element={<Home />} />
          <Route element={<PublicLayout />}>
            {publicScreens.map(({ path, element }) => (
              <Route key={path} path={path} element={element} />
            ))}
          </Route>
          <Route element={<OpenLayout />}>
            {openScreens.map(({ path, element }) => (
              <Route key={path} path={path} element={element} />
            ))}
          </Route>
          <Route element={<RequireSession />}>
            {sessionScreens.map(({ path, element }) => (
              <Route key={path} path={path} element={element} />
            ))}
          </Route>
          <Route element={<UnlistedLayout />}>
            <Route element={<OperatorFrame />}>
              {operatorScreens.map(({ path, element }) => (
                <Route key={path} path={path} element={element} />
              ))}
            </Route>
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

/**
 * Renders the routes anew once the code of a page has come: as a transition, in short turns. Left alone, React would wait
 * until what was shown instead of the page has been there for 300 ms.
 */
function useLoadedPages(): void {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  useEffect(
    () =>
      usePagesOnTheirWay.subscribe((count, before) => {
        if (count < before) startTransition(render);
      }),
    [],
  );
}

/**
 * The line is rendered apart from the routes, and subscribes in an effect: where a store that is read while rendering
 * changes before all is rendered, React starts again and renders everything in one piece.
 */
function PageProgress() {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    setLoading(usePagesOnTheirWay.getState() > 0);
    return usePagesOnTheirWay.subscribe((count) => setLoading(count > 0));
  }, []);
  return isLoading && <LoadingLine />;
}

function Home() {
  return <Navigate to={useIsSignedIn() ? paths.dashboard : paths.login} replace />;
}

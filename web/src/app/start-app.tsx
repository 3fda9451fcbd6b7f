/** The last step of the start: renders the app. */
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadFirstScreen } from './load-first-screen.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
loadFirstScreen(location.pathname);
// In short turns, so that a slow device can do something else in between.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

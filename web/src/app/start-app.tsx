import { StrictMode, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { App } from './app.tsx';
import { loadFirstScreen } from './load-first-screen.ts';

export function startApp(root: Root): void {
  loadFirstScreen(location.pathname);
  // In short turns, so that a slow device can do something else in between.
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}

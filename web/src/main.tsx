/** Starts the app: asks for the code of the first screen, and renders the frame meanwhile. */
import './app/theme/fonts.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadFirstScreen } from './app/load-first-screen.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element #root');
loadFirstScreen(location.pathname);
const root = createRoot(element);
// A transition is rendered in short turns, between which a slow device can do something else.
startTransition(() => {
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

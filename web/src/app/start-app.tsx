/** The last step of the start: renders the app. */
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { nextTask } from '../lib/next-task.ts';
import { App } from './app.tsx';
import { loadFirstScreen } from './load-first-screen.ts';
import { appTheme } from './theme/styled.tsx';

/** In several tasks, so that a slow device can do something else in between. */
async function startApp(element: HTMLElement): Promise<void> {
  await nextTask();
  loadFirstScreen(location.pathname);
  await nextTask();
  appTheme();
  await nextTask();
  const root = createRoot(element);
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element #root');
void startApp(element);

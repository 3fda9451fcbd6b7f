/** Renders the whole app at a path, the way a person meets it, for stories of pages. */
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type RenderOptions, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { AppRoutes } from '../app/routes.tsx';
import { theme } from '../app/theme/theme.ts';
import { session } from '../lib/session/session.ts';
import { anAccessToken } from './access-token.ts';

interface RenderedApp {
  /** Types and clicks; moves faked timers along. */
  readonly person: UserEvent;
  /** Path and query the app shows now. */
  readonly location: () => string;
}

export function renderApp(path: string, options: Pick<RenderOptions, 'wrapper'> = {}): RenderedApp {
  let shown = path;
  render(
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <MemoryRouter initialEntries={[path]}>
        <LocationObserver
          onLocation={(location) => {
            shown = location;
          }}
        />
        <AppRoutes />
      </MemoryRouter>
    </ThemeProvider>,
    options,
  );
  const advanceTimers = (milliseconds: number) => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(milliseconds);
  };
  return { person: userEvent.setup({ advanceTimers }), location: () => shown };
}

function LocationObserver({ onLocation }: { readonly onLocation: (location: string) => void }) {
  const { pathname, search } = useLocation();
  useEffect(() => onLocation(pathname + search), [onLocation, pathname, search]);
  return null;
}

/** Starts a session, as if signed in a moment ago. */
export function signInForTest(subject = '1'): void {
  session.start({ accessToken: anAccessToken({ subject }), refreshToken: 'refresh-1' });
}

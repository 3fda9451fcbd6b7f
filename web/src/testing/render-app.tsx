/** Renders the whole app at a path, the way a person meets it, for stories of pages. */
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { act, type RenderOptions, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { vi } from 'vitest';
import { AppRoutes } from '../app/routes.tsx';
import { createAppTheme } from '../app/theme/theme.ts';
import { session } from '../lib/session/session.ts';
import { anAccessToken } from './access-token.ts';

const theme = createAppTheme();

export interface RenderedApp {
  /** Types and clicks; moves faked timers along. */
  readonly person: UserEvent;
  /** Path and query the app shows now. */
  readonly location: () => string;
  /** Goes back (-1) and forward (1), as the browser's buttons do. */
  readonly go: (steps: number) => void;
}

export function renderApp(path: string, options: Pick<RenderOptions, 'wrapper'> = {}): RenderedApp {
  let shown = path;
  let go: (steps: number) => void = () => undefined;
  render(
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <MemoryRouter initialEntries={[path]}>
        <LocationObserver
          onLocation={(location) => {
            shown = location;
          }}
          onNavigator={(navigator) => {
            go = navigator;
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
  return { person: userEvent.setup({ advanceTimers }), location: () => shown, go: (steps) => act(() => go(steps)) };
}

interface LocationObserverProps {
  readonly onLocation: (location: string) => void;
  readonly onNavigator: (go: (steps: number) => void) => void;
}

function LocationObserver({ onLocation, onNavigator }: LocationObserverProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // The location is reported together with what is shown: a story that sees a page asks at once where it is.
  useLayoutEffect(() => onLocation(pathname + search), [onLocation, pathname, search]);
  useLayoutEffect(() => onNavigator((steps) => void navigate(steps)), [onNavigator, navigate]);
  return null;
}

/** Starts a session, as if signed in a moment ago. */
export function signInForTest(subject = '1'): void {
  session.start({ accessToken: anAccessToken({ subject }), refreshToken: 'refresh-1' });
}

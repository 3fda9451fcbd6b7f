/**
 * Keeps one broken page from breaking the whole app. It says what to do next; the error is in the browser's
 * console, where React logs it.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Component, type ReactNode } from 'react';
import { APP_BASE, paths } from '../lib/paths.ts';
import { PageBody } from './page-body.tsx';

interface ErrorBoundaryProps {
  /** A new value resets the boundary: pass the path. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
  readonly resetKey: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { hasFailed: false, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  return (
    <div role="alert">
      <PageBody width="form">
        <Typography variant="h1">This page could not be shown</Typography>
        <Typography>
          Nothing you saved is lost. A new version may have been installed while this window was open, or the connection was cut
          while the page was loading. Reloading usually helps.
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="contained" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button variant="outlined" href={`${APP_BASE}${paths.dashboard}`}>
            Go to the dashboard
          </Button>
        </Box>
      </PageBody>
    </div>
  );
}

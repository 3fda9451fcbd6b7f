/** The frame of the console's pages, within that of signed-in pages: a heading, and a link to each page. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, Link as RouterLink, useLocation } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { ProofDialog } from '../../components/owner-proof/proof-dialog.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { endConsoleProof, useConsoleProof } from '../../lib/api-client/console-proof.ts';
import { paths } from '../../lib/paths.ts';
import { operatorScreens } from '../screens.tsx';

export function OperatorFrame() {
  const { data: user, error, refetch, isFetching } = useMe();
  const { pathname } = useLocation();
  if (user !== undefined) return user.is_operator === true ? <Frame path={pathname.replace(/\/$/, '')} /> : <NotFound />;
  return (
    <PageBody width="all">
      {error === null ? (
        <LoadingText>Loading...</LoadingText>
      ) : (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </PageBody>
  );
}

function Frame({ path: here }: { readonly path: string }) {
  const tabs = operatorScreens.filter(({ link }) => link !== null);
  // A page below a tab's own belongs to the tab. Below that of accounts are all others, so it comes last.
  const isBelow = (path: string) => here === path || here.startsWith(`${path}/`);
  const current =
    tabs.find(({ path }) => path !== paths.operator && isBelow(path)) ?? tabs.find(({ path }) => path === paths.operator);
  const label = current?.link?.label;
  return (
    <PageBody width="all">
      <PageHeading title={label === undefined ? 'Operator' : `Operator: ${label}`} />
      <Box
        component="nav"
        aria-label="Console"
        data-line
        sx={{ display: 'flex', columnGap: 0.5, overflowX: 'auto', borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ path, link }) => (
          <Link
            key={path}
            component={RouterLink}
            to={path}
            underline="none"
            aria-current={path === current?.path ? 'page' : undefined}
            // On a narrow screen the row of links is scrolled to the page one is at.
            ref={path === current?.path ? bringIntoView : undefined}
            sx={{
              flex: 'none',
              px: 1.5,
              py: 1,
              fontSize: '0.875rem',
              color: path === current?.path ? 'text.primary' : 'text.secondary',
              fontWeight: path === current?.path ? 600 : 450,
              borderBottom: 2,
              borderColor: path === current?.path ? 'primary.main' : 'transparent',
              '&:hover': { color: 'text.primary' },
            }}
          >
            {link?.label}
          </Link>
        ))}
      </Box>
      <Outlet />
      <FactorDialog />
    </PageBody>
  );
}

/**
 * Asks for the second factor again once it was shown too long ago. What was refused is loaded again; a button is pressed
 * again.
 */
function FactorDialog() {
  const isNeeded = useConsoleProof((state) => state.isNeeded);
  const queryClient = useQueryClient();
  if (!isNeeded) return null;
  return (
    <ProofDialog
      onProved={() => {
        endConsoleProof();
        void queryClient.invalidateQueries({ queryKey: ['console'] });
      }}
      onClose={endConsoleProof}
    />
  );
}

/** Scrolls sideways only: the page stays where it is. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (!row || link === null) return;
  const { offsetLeft, offsetWidth } = link;
  row.scrollLeft = offsetLeft - row.offsetLeft - (row.clientWidth - offsetWidth) / 2;
}

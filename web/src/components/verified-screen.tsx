/** The frame of a screen for things that only an account with a verified email sets up: alerts, webhooks, scheduled exports. */
import type { User } from '@leadloom/shared/contract/accounts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useMe } from '../lib/account/use-me.ts';
import type { Needs } from '../lib/workspace/needs.ts';
import { Loaded } from './loaded.tsx';
import { PageBody } from './page-body.tsx';
import { HeadingLine, PageHeading } from './page-heading.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { May } from './workspace/may.tsx';

interface VerifiedScreenProps {
  readonly title: string;
  /** The label of the button that starts a new one. */
  readonly newLabel: string;
  readonly onNew: () => void;
  /** What making a new one needs in the workspace. */
  readonly needs: Needs;
  /** A text for an account whose email is not verified. */
  readonly verifyFirst: string;
  /** What an account with a verified email sees. */
  readonly children: (user: User) => ReactNode;
}

export function VerifiedScreen({ title, newLabel, onNew, needs, verifyFirst, children }: VerifiedScreenProps) {
  const me = useMe();
  return (
    <PageBody width="list">
      <HeadingLine>
        <PageHeading title={title} />
        <May needs={needs}>
          <Button variant="contained" disabled={me.data?.verified !== true} onClick={onNew}>
            {newLabel}
          </Button>
        </May>
      </HeadingLine>
      <Loaded query={me} loading="Loading your account…">
        {(user) =>
          user.verified ? (
            children(user)
          ) : (
            <>
              <Typography>{verifyFirst}</Typography>
              <ResendVerification />
            </>
          )
        }
      </Loaded>
    </PageBody>
  );
}

interface FirstOneProps {
  /** What such a thing is good for. */
  readonly text: string;
  /** Buttons that make the first one. */
  readonly children: ReactNode;
}

/** Stands in place of a list that is empty. */
export function FirstOne({ text, children }: FirstOneProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
      {children}
    </Box>
  );
}

/** A data table's screen: the greeting, the gate of accounts whose email is not verified, and the table itself. */
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { TypingBuffer } from '../../components/lazy-part.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import type { ShownList } from '../../components/my-rows/list-title-line.tsx';
import { Notice } from '../../components/notice.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { TableFrame, TitleLine } from '../../components/table-frame.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { TableContent } from './table-content.tsx';
import { UserInfo } from './user-info.tsx';

interface TableScreenProps {
  readonly name: TableName;
  /** The page of this list: its rows alone are shown. */
  readonly shownList?: ShownList;
}

export function TableScreen({ name, shownList }: TableScreenProps) {
  const { isGated, waitsForAccount, ...definition } = tableByName(name);
  const title = shownList?.list.name ?? definition.title;
  const { data: user, error, refetch, isFetching } = useMe();
  const isLocked = isGated && user !== undefined && !user.verified;
  const isWaiting = user === undefined && (waitsForAccount || error !== null);
  if (!isLocked && !isWaiting) {
    return (
      <TableFrame>
        <TableContent name={name} user={user} shownList={shownList ?? null} />
      </TableFrame>
    );
  }
  return (
    <TableFrame>
      <TitleLine title={title} notes={user !== undefined && <UserInfo user={user} />} />
      <Box sx={{ px: { xs: 2, sm: 3 }, py: 1, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        {isLocked && <VerificationGate />}
        {isWaiting && error === null && (
          <>
            <LoadingText>Loading...</LoadingText>
            <TypingBuffer />
          </>
        )}
        {isWaiting && error !== null && (
          <>
            <Notice severity="error">{error.message}</Notice>
            <Button variant="outlined" onClick={() => void refetch()} disabled={isFetching}>
              Try again
            </Button>
          </>
        )}
      </Box>
    </TableFrame>
  );
}

function VerificationGate() {
  return (
    <>
      <Box>
        <Typography>Please verify your email to access this page.</Typography>
        <Typography>Check your inbox and follow the verification link.</Typography>
      </Box>
      <ResendVerification />
    </>
  );
}

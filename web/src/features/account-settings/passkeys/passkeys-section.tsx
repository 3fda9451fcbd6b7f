import { listPasskeys, PASSKEY_LIMIT, removePasskey } from '@leadloom/shared/contract/passkeys';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { SettingsLine, useLine } from '../../../components/settings-line.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { passkeyObstacle, readPasskeySupport } from '../../../lib/passkeys/passkey-support.ts';
import { passkeysQueryKey } from '../../../lib/passkeys/passkeys-query-key.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { LoadedValue } from '../loaded-value.tsx';
import { RemovalDialog } from '../removal-dialog.tsx';
import { Unverified } from '../unverified.tsx';
import { WayLine, WayList } from '../way-line.tsx';
import { AddPasskey } from './add-passkey.tsx';
import type { Passkey, PasskeyList } from './passkey-list.ts';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

type Open = { readonly dialog: 'rename' | 'remove'; readonly passkey: Passkey };

/** Passkeys are listed even where none can be used, so that they can be removed from anywhere. */
export function PasskeysSection({ isVerified }: { readonly isVerified: boolean }) {
  const queryClient = useQueryClient();
  const list: UseQueryResult<PasskeyList, ApiError> = useQuery({
    queryKey: passkeysQueryKey,
    queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
  });
  const [obstacle] = useState(() => passkeyObstacle(readPasskeySupport(document)));
  const [open, setOpen] = useState<Open | null>(null);
  const line = useLine();

  function onChanged(sentence: string): void {
    setOpen(null);
    line.setOutcome(sentence);
    void queryClient.invalidateQueries({ queryKey: passkeysQueryKey });
  }

  function adding(total: number): ReactNode {
    if (!isVerified) return <Unverified what="passkeys" />;
    if (obstacle !== null) return <Notice severity="info">{obstacle}</Notice>;
    if (total >= PASSKEY_LIMIT)
      return <Notice severity="info">{`You have ${PASSKEY_LIMIT} passkeys. Remove one to add another.`}</Notice>;
    return <AddPasskey onStart={() => line.setOutcome(null)} onAdded={onChanged} />;
  }

  return (
    <SettingsLine
      heading="Passkeys"
      value={<LoadedValue query={list} text={({ total }) => passkeysText(total)} />}
      line={line}
      lead="Sign in with your finger, your face or a PIN instead of your password. A passkey counts as both factors, so no code is asked for."
    >
      {list.data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {list.data.total > 0 && (
            <WayList label="Passkeys">
              {list.data.data.map((passkey) => (
                <PasskeyLine
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setOpen({ dialog: 'rename', passkey })}
                  onRemove={() => setOpen({ dialog: 'remove', passkey })}
                />
              ))}
            </WayList>
          )}
          {adding(list.data.total)}
          {open?.dialog === 'rename' && (
            <RenamePasskeyDialog passkey={open.passkey} onRenamed={onChanged} onClose={() => setOpen(null)} />
          )}
          {open?.dialog === 'remove' && (
            <RemovalDialog
              title={
                <>
                  Remove <bdi>{open.passkey.name}</bdi>?
                </>
              }
              text="It can no longer sign in to your account. Other browsers that signed in with it are signed out. Delete it from your device or password manager too."
              remove={() => call(removePasskey, { params: { passkey_id: open.passkey.id } })}
              goneCode="PASSKEY.NOT_FOUND"
              onRemoved={() => onChanged('The passkey was removed.')}
              onClose={() => setOpen(null)}
            />
          )}
        </Box>
      )}
    </SettingsLine>
  );
}

function passkeysText(count: number): string {
  if (count === 0) return NO_VALUE;
  return count === 1 ? '1 passkey' : `${count} passkeys`;
}

interface PasskeyLineProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyLine({ passkey: { name, created_at: createdAt, last_used_at: usedAt }, onRename, onRemove }: PasskeyLineProps) {
  const used = usedAt === null ? 'Never used to sign in' : `Last used ${formatDayAndTime(usedAt)}`;
  return (
    <WayLine title={<bdi>{name}</bdi>} text={`Added ${formatDayAndTime(createdAt)} · ${used}`}>
      {(titleId) => (
        <>
          <Button size="small" aria-describedby={titleId} onClick={onRename}>
            Rename
          </Button>
          <Button size="small" color="error" aria-describedby={titleId} onClick={onRemove}>
            Remove
          </Button>
        </>
      )}
    </WayLine>
  );
}

/**
 * The list of keys and its actions. The secrets of keys created on this visit are only in this component's
 * state, and disappear with it.
 */
import {
  type ApiKey,
  type ApiKeyKind,
  type ApiKeyRight,
  apiKeyRights,
  createApiKey,
  deleteApiKey,
  MAX_API_KEYS,
  MAX_KEY_NAME,
  postApiKey,
} from '@leadloom/shared/contract/keys';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { FieldFrame, messageIdOf } from '../../components/field-frame.tsx';
import { FormField } from '../../components/form-field.tsx';
import { NativeSelect } from '../../components/native-select.tsx';
import { Notice } from '../../components/notice.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { HeadingLine, PageHeading } from '../../components/page-heading.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { reportQuietFailure } from '../../lib/quiet-failure.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { CreateKeyButton } from './create-key-button.tsx';
import { changeKeyList, type ListedKey, refetchKeyList, useKeyList, withoutSecret } from './key-list.ts';
import { rightsLabels } from './key-rights.ts';
import { KeysFooter } from './keys-footer.tsx';
import { KeysTable } from './keys-table.tsx';
import { UsageSection } from './usage/usage-section.tsx';

export function KeyManager() {
  const queryClient = useQueryClient();
  const list = useKeyList();
  useListFailure(list.error);
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  /** Deleted keys whose row still says so. */
  const [leaving, setLeaving] = useState<readonly ListedKey[]>([]);
  const [isCreating, setCreating] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The name of the next key. */
  const [name, setName] = useState('');
  /** What the next key may do. */
  const [rights, setRights] = useState<ApiKeyRight>('read');
  const { withProof, proofDialog } = useOwnerProof();
  const keys = list.data;
  const email = useKnownMe()?.email;

  async function onCreate(kind: ApiKeyKind): Promise<void> {
    if (isCreating) return;
    setCreating(true);
    setRefusal(null);
    try {
      const outcome = await withProof(() => create(kind, onOneLine(name), kind === 'live' ? rights : 'read'));
      if (outcome === null) return;
      const created = outcome.result;
      const { id, api_key: secret } = created;
      if (secret !== null) setSecrets((known) => new Map(known).set(id, secret));
      setName('');
      setRights('read');
      await changeKeyList(queryClient, (known) => [...known, withoutSecret(created)]);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusal("You've hit the limit of keys.");
      else reportQuietFailure('The key could not be created.', 'The key could not be created. Please try again.', error);
      // Another tab may have created keys, or this one although its response was lost.
      void refetchKeyList(queryClient);
    } finally {
      setCreating(false);
    }
  }

  async function onDelete(key: ListedKey): Promise<void> {
    setRefusal(null);
    try {
      await call(deleteApiKey, { body: { id: key.id } });
    } catch (error) {
      // A key that is already gone counts as deleted.
      if (!(error instanceof ApiError && error.code === 'KEYS.NOT_FOUND')) {
        reportQuietFailure('The key could not be deleted.', 'The key could not be deleted. Please try again.', error);
        return;
      }
    }
    setLeaving((others) => [...others, key]);
    setSecrets((known) => new Map([...known].filter(([id]) => id !== key.id)));
    await changeKeyList(queryClient, (known) => known.filter(({ id }) => id !== key.id));
  }

  function onGone({ id }: ListedKey): void {
    setLeaving((others) => others.filter((other) => other.id !== id));
  }

  // Owners and admins of a workspace see the keys of all members; each member has a number of their own.
  const own = keys?.filter(({ created_by: maker }) => maker === undefined || maker === email);
  const isFull = isCreating || own === undefined || own.length >= MAX_API_KEYS;
  return (
    <>
      <Box>
        <HeadingLine>
          <PageHeading title="API Keys" />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, alignItems: 'start', pt: 1 }}>
            <FormField
              label="Name of the next key"
              name="key-name"
              autoComplete="off"
              autoCapitalize="words"
              value={name}
              onChange={setName}
              maxLength={MAX_KEY_NAME}
              isDisabled={isFull}
              hint="Optional: what it is for"
            />
            <RightsSelect rights={rights} isDisabled={isFull} onChange={setRights} />
            {/* The button is aligned with the middle of the field, below its label. */}
            <Box sx={{ mt: '1.875rem' }}>
              <CreateKeyButton isDisabled={isFull} onCreate={() => void onCreate('live')} />
            </Box>
          </Box>
        </HeadingLine>
        <Box sx={{ mt: refusal === null ? 0 : 2 }}>{refusal !== null && <Notice severity="error">{refusal}</Notice>}</Box>
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <KeysTable
          keys={keys}
          leaving={leaving}
          secrets={secrets}
          hasFailed={list.isError}
          onRetry={() => void list.refetch()}
          onDelete={onDelete}
          onGone={onGone}
        />
      </Paper>
      {proofDialog}
      {/* These follow once the height of the table above is known. */}
      {(keys !== undefined || list.isError) && (
        <>
          <SandboxKeyAction isDisabled={isFull} onCreate={() => void onCreate('test')} />
          <UsageSection keys={keys} />
          <KeysFooter />
        </>
      )}
    </>
  );
}

/** A live key without a name is created by the original endpoint of the contract. */
function create(kind: ApiKeyKind, name: string, rights: ApiKeyRight): Promise<ApiKey> {
  const chosen = rights === 'read' ? {} : { rights };
  return kind === 'live' && name === ''
    ? call(createApiKey, { query: chosen })
    : call(postApiKey, { body: { kind, name, ...chosen } });
}

/** Pasted text may contain tabs and line breaks, which no name has. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Reports each failure of the list once, although effects may run twice. */
function useListFailure(error: ApiError | null): void {
  const reported = useRef<ApiError>(null);
  useEffect(() => {
    if (error === null || reported.current === error) return;
    reported.current = error;
    reportQuietFailure('The keys could not be loaded.', 'Your keys could not be loaded. Please try again.', error);
  }, [error]);
}

interface RightsSelectProps {
  readonly rights: ApiKeyRight;
  readonly isDisabled: boolean;
  readonly onChange: (rights: ApiKeyRight) => void;
}

function RightsSelect({ rights, isDisabled, onChange }: RightsSelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label="Rights" hint={rights === 'read' ? 'It only reads' : 'It also changes lists, tags and alerts'}>
      <NativeSelect
        id={id}
        value={rights}
        disabled={isDisabled}
        aria-describedby={messageIdOf(id)}
        sx={{ flex: 1, minHeight: '2.5rem', border: 0 }}
        onChange={({ target }) => onChange(apiKeyRights.find((known) => known === target.value) ?? 'read')}
      >
        {apiKeyRights.map((known) => (
          <option key={known} value={known}>
            {rightsLabels[known]}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}

interface SandboxKeyActionProps {
  readonly isDisabled: boolean;
  readonly onCreate: () => void;
}

/** Creates a sandbox key, for people who want to try the API first. */
function SandboxKeyAction({ isDisabled, onCreate }: SandboxKeyActionProps) {
  function onClick({ detail: clicksInARow }: MouseEvent): void {
    // As with live keys, a double click must not create two.
    if (clicksInARow <= 1) onCreate();
  }

  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 1 }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 18rem', maxWidth: '65ch' }}>
        A sandbox key returns sample rows and uses none of your requests. Use it to try the API.
      </Typography>
      <May needs={connecting}>
        <Button variant="outlined" size="small" onClick={onClick} disabled={isDisabled}>
          Add Sandbox Key
        </Button>
      </May>
    </Box>
  );
}

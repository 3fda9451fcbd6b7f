/** "Try it": fetches one small thing, stores nothing, and shows what was read and what was missing. */

import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type OpenSourceStatus, tryOpenSource } from '@leadloom/shared/contract/open-sources';
import { type TableName, tableLinks } from '@leadloom/shared/tables/table-names';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TitledDialog } from '../../../components/dialogs/titled-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

type Tried = EndpointResult<typeof tryOpenSource>;

export function TrySource({ source: { id, title, needs } }: { readonly source: OpenSourceStatus }) {
  const [tried, setTried] = useState<Tried | null>(null);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function onTry(): Promise<void> {
    await submit(async () => {
      const proved = await withProof(() => call(tryOpenSource, { params: { source_id: id } }));
      if (proved !== null) setTried(proved.result);
    });
  }

  const close = () => {
    setTried(null);
    clearFailure();
  };
  return (
    <>
      <Button size="small" disabled={isSending || needs !== null} onClick={() => void onTry()}>
        {isSending ? 'Trying…' : 'Try it'}
      </Button>
      {(tried !== null || failure !== null) && (
        <TitledDialog
          title={`What ${title} answered`}
          text="Nothing of it was stored."
          width="sm"
          actions={<Button onClick={close}>Close</Button>}
          onClose={close}
        >
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {failure !== null && <Notice severity="error">{failure.message}</Notice>}
            {tried !== null && <Answer tried={tried} />}
          </Box>
        </TitledDialog>
      )}
      {proofDialog}
    </>
  );
}

function Answer({ tried: { url, rows, missing, error } }: { readonly tried: Tried }) {
  return (
    <>
      {url !== '' && <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>{url}</Box>}
      {error !== null && <Notice severity="error">{error}</Notice>}
      {missing.length > 0 && <Notice severity="warning">Missing: {missing.join(', ')}</Notice>}
      {error === null && rows.length === 0 && <Notice severity="warning">No row was read.</Notice>}
      {rows.map(({ table, cells }, index) => (
        // Rows of a try have no id, and never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Box key={index} component="section" aria-label={tableLinks[table]}>
          <Box sx={{ fontWeight: 560 }}>{tableLinks[table]}</Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 0.5,
              display: 'grid',
              gridTemplateColumns: 'minmax(7rem, auto) 1fr',
              gap: '2px 12px',
              fontSize: '0.875rem',
            }}
          >
            {Object.entries(cells).map(([field, value]) => (
              <Box key={field} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {titleOf(table, field)}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {value ?? NO_VALUE}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </>
  );
}

function titleOf(table: TableName, field: string): string {
  return tableByName(table).columns.find((column) => column.field === field)?.headerName ?? field;
}

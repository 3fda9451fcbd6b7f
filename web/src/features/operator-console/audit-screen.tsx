import { type AuditAction, type AuditLine, auditActions, listAudit } from '@leadloom/shared/contract/operator-audit';
import { useState } from 'react';
import { BreakableEmail } from '../../components/breakable-email.tsx';
import type { PlainColumn } from '../../components/plain-table.tsx';
import { call } from '../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { ConsoleList, useConsolePage } from './console-list.tsx';

const columns: readonly PlainColumn<AuditLine>[] = [
  { title: 'Time', cell: ({ at }) => formatDayAndTime(at) },
  { title: 'By', cell: ({ by }) => <BreakableEmail email={by} /> },
  { title: 'Action', cell: ({ action }) => (isKnown(action) ? auditActions[action] : action) },
  { title: 'Target', cell: ({ target }) => target ?? NO_VALUE },
  { title: 'From', cell: ({ from }) => from ?? NO_VALUE },
  { title: 'Detail', cell: ({ detail }) => detail ?? NO_VALUE },
];

/** What operators did. Nobody can change it, so there is nothing to press. */
export function AuditScreen() {
  const [page, setPage] = useState(1);
  const query = useConsolePage(['audit', page], (options) => call(listAudit, { query: { page } }, options));
  return (
    <ConsoleList
      label="Audit"
      query={query}
      columns={columns}
      keyOf={({ at, action, target, detail }) => `${at} ${action} ${target} ${detail}`}
      empty="No operator has done anything yet."
      page={page}
      onPage={setPage}
    />
  );
}

function isKnown(action: string): action is AuditAction {
  return action in auditActions;
}

/** One tracked name: its last visit, why there was none since, its rows, and the button to remove it. */
import type { SourceHealth as Health } from '@leadloom/shared/contract/sources';
import Button from '@mui/material/Button';
import { type ReactNode, useId } from 'react';
import { isCoveredByNetworkNotice } from '../../components/source-health-words.ts';
import { TextLink } from '../../components/text-link.tsx';
import { May } from '../../components/workspace/may.tsx';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { collecting } from '../../lib/workspace/needs.ts';
import { SourceHealth } from './source-health.tsx';

interface TrackedRowProps {
  readonly name: string;
  /** Its rows in the data table; null: none yet. */
  readonly rows: { readonly text: string; readonly to: string } | null;
  /** Cells between the name and the last visit. */
  readonly children?: ReactNode;
  /** null: never. */
  readonly collectedAt: string | null;
  readonly never: string;
  readonly health: Health;
  /** null: not known. */
  readonly network: Health | null;
  /** In milliseconds. */
  readonly now: number;
  readonly action: string;
  readonly icon?: ReactNode;
  /** It is being removed, or has just been. */
  readonly isLeaving: boolean;
  readonly onRemove: () => void;
}

export function TrackedRow(props: TrackedRowProps) {
  const { name, rows, children, collectedAt, never, health, network, now, action, icon, isLeaving, onRemove } = props;
  const nameId = useId();
  return (
    <tr data-leaving={isLeaving || undefined}>
      <td>
        <bdi id={nameId} className="name">
          {name}
        </bdi>
        {rows !== null && (
          <TextLink to={rows.to} className="rows" aria-describedby={nameId}>
            {rows.text}
          </TextLink>
        )}
      </td>
      {children}
      <td data-label="Last Crawled">
        <SourceHealth health={health} isMessageShownAbove={isCoveredByNetworkNotice(network, health)} now={now}>
          {collectedAt === null ? <span>{never}</span> : <time dateTime={collectedAt}>{formatDayAndTime(collectedAt)}</time>}
        </SourceHealth>
      </td>
      <td>
        <May needs={collecting}>
          <Button size="small" color="error" startIcon={icon} aria-describedby={nameId} disabled={isLeaving} onClick={onRemove}>
            {action}
          </Button>
        </May>
      </td>
    </tr>
  );
}

/** Converts between the key of a row in its data table and the network's id, which the key contains. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tables } from '@leadloom/shared/tables/tables';
import { VIDEO_KEY } from '../../../sources/tiktok/video-id.ts';

interface NetworkTable {
  readonly definition: TableDefinition;
  /** The network's id in a key; null: the key is not made from one. */
  readonly idOf: (key: string) => string | null;
  readonly keyOf: (id: string) => string;
}

export const networkTables: Readonly<Record<NetworkName, NetworkTable>> = {
  reddit: {
    definition: tables['reddit-posts'],
    idOf: (key) => {
      const number = /^permalink:reddit\.com\/comments\/(\w+)$/.exec(key)?.[1];
      return number === undefined ? null : `t3_${number}`;
    },
    keyOf: (id) => `permalink:reddit.com/comments/${id.replace(/^t3_/, '').toLowerCase()}`,
  },
  tiktok: {
    definition: tables['tiktok-videos'],
    idOf: (key) => /^video:tiktok\.com\/video\/(\d+)$/.exec(key)?.[1] ?? null,
    keyOf: (id) => `${VIDEO_KEY}${id}`,
  },
};

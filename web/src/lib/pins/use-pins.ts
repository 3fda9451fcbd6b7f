/** What the account pinned to the top of the sidebar. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { listPins, type Pin } from '@leadloom/shared/contract/pins';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';
import { call } from '../api-client/call.ts';
import { myRowKeys } from '../my-rows/my-row-keys.ts';
import { listPath, paths, tablePath } from '../paths.ts';
import { useQuery } from '../query/use-query.ts';
import { ownerKey } from '../workspace/tab-workspace.ts';

/** Pins carry the names of lists, so they are loaded again with them. */
export const pinsKey = [myRowKeys.lists, 'pins'] as const;

export function pinPath({ kind, id, table }: Pin): string {
  if (kind === 'list') return listPath(Number(id));
  const path = table === COLLECTED_PEOPLE ? paths.linkedinPeople : tablePath(table);
  return `${path}?view=${id}`;
}

export interface PinGroup {
  readonly title: string;
  readonly pins: readonly Pin[];
}

interface Pins {
  readonly pins: readonly Pin[];
  /** The same below their headings: one, or in a shared workspace one's own and those of all. */
  readonly groups: readonly PinGroup[];
  /** The number of lines that are reserved for the pins until they are known. */
  readonly count: number;
}

export function usePins(): Pins {
  const account = ownerKey();
  const [remembered] = useState(() => readCount(account));
  const { data } = useQuery({
    queryKey: pinsKey,
    queryFn: async ({ signal }): Promise<readonly Pin[]> => (await call(listPins, {}, { signal })).data,
    retry: false,
  });
  useEffect(() => {
    if (data !== undefined) rememberCount(account, data.length);
  }, [account, data]);
  const pins = data ?? [];
  return { pins, groups: groupsOf(pins), count: data?.length ?? remembered };
}

/** Only pins of a shared workspace say who sees them. */
function groupsOf(pins: readonly Pin[]): readonly PinGroup[] {
  const of = (seenBy: Pin['visibility']) => pins.filter(({ visibility }) => visibility === seenBy);
  const groups = [
    { title: 'Pinned', pins: of(undefined) },
    { title: 'Pinned · mine', pins: of('private') },
    { title: 'Pinned · shared', pins: of('workspace') },
  ].filter((group) => group.pins.length > 0);
  return groups.length === 0 ? [{ title: 'Pinned', pins }] : groups;
}

const STORAGE_KEY = 'leadloom-pins';
const rememberedSchema = z.object({ account: z.string(), count: z.int() });

/** 0: this browser does not know. Names are not stored. */
function readCount(account: string): number {
  try {
    const { data } = rememberedSchema.safeParse(parseJson(localStorage.getItem(STORAGE_KEY) ?? ''));
    return data?.account === account ? data.count : 0;
  } catch {
    return 0;
  }
}

function rememberCount(account: string, count: number): void {
  try {
    if (count === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify({ account, count }));
  } catch {
    // Storage that is full or forbidden: the entries move when the pins come.
  }
}

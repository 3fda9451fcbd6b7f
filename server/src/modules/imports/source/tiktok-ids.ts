/** Reads long ids in rows that use the table's own column names: of the video, in its address, and of its sound. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { addressProblem, longId } from '../../../sources/tiktok/read-tiktok-video.ts';
import { readVideoAddress } from '../../../sources/tiktok/video-address.ts';
import { isLostId, readId } from '../../../sources/tiktok/video-id.ts';
import type { ReadRow } from './record-source.ts';
import type { RowText } from './row-text.ts';

/** @param fields in the order of the cells */
export function ownIdReader(
  definition: TableDefinition,
  fields: readonly string[],
): (cells: readonly unknown[], text: RowText) => ReadRow {
  if (definition.name !== 'tiktok-videos') return (cells) => ({ cells });
  const videoIndex = fields.indexOf('video');
  const soundIndex = fields.indexOf('sound_id');
  return (cells, { isText }) => {
    const address = readVideoAddress(cells[videoIndex]);
    const sound = cells[soundIndex];
    const inAddress = address === null ? null : address.kind === 'video' ? address.id : address.written;
    const ids = [
      ...longId({ place: 'address', settles: 'video' }, inAddress, isText),
      ...longId({ place: 'sound', settles: 'sound_id' }, sound, isText),
    ];
    if (address !== null && address.kind !== 'video') return { problem: `video: ${addressProblem(address)}`, ids };
    const digits = readId(sound);
    if (!isLostId(sound)) return { cells: digits === null ? cells : cells.with(soundIndex, digits), ids };
    const lost = [{ field: 'sound_id', value: String(sound).trim() }];
    return { cells: cells.with(soundIndex, null), ids, lost };
  };
}

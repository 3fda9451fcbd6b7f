/** Addresses of videos, and the id in them. */
import { isLostId, readId } from './video-id.ts';

/**
 * - `video`: of a video, by its author's name as it is written there
 * - `lost`: of a video whose id lost digits before the address was made of it
 * - `no-id`: at the place of videos, with something that is no id
 */
export type VideoAddress =
  | { readonly kind: 'video'; readonly name: string; readonly id: string }
  | { readonly kind: 'lost' | 'no-id'; readonly name: string; readonly written: string };

const ADDRESS = /^(?:https?:\/\/)?(?:www\.|m\.)?tiktok\.com\/@([^/?#]+)\/(?:video|photo)\/([^/?#]+)/i;

/** @returns null: no address of a video at TikTok */
export function readVideoAddress(value: unknown): VideoAddress | null {
  const [, name, part] = ADDRESS.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  if (name === undefined || part === undefined) return null;
  const written = part.replace(/%2B/gi, '+').replace(/%2C/gi, ',').trim();
  const id = readId(written);
  if (id !== null) return { kind: 'video', name, id };
  return { kind: isLostId(written) ? 'lost' : 'no-id', name, written };
}

/** Profile pictures as the network describes them: a root address and artifacts in no order at all. */
import { createDice, purpose } from './dice.ts';

export interface Artifact {
  readonly width: number;
  readonly height: number;
  readonly segment: string;
  readonly expiresAt: number;
}

export interface Photo {
  readonly assetId: string;
  readonly rootUrl: string;
  readonly artifacts: readonly Artifact[];
  /** The place of the picture: the usual one, only within its frame, or a plain address. */
  readonly form: 'reference' | 'frame-only' | 'display-image';
}

const EXPIRES_AT = 1_893_456_000_000;
const UPLOADED_AT = 1_700_000_000_000;

export function photoOf(seed: number, index: number): Photo {
  const dice = createDice(seed, index, purpose.photo);
  const assetId = `D4E03AQ${index.toString(36).padStart(6, '0').toUpperCase()}`;
  const isScaled = dice(2) === 1;
  /** A small original is not enlarged: the label says 800, the picture is 312 wide. */
  const original = dice(4) === 0 ? 312 : 800;
  const labels = dice(2) === 0 ? [400, 200, 800, 100] : [100, 800, 200, 400];
  const time = UPLOADED_AT + index;
  const artifacts = labels.map((label) => ({
    width: Math.min(label, original),
    height: Math.min(label, original),
    segment: `${isScaled ? `${label === 100 ? 'crop' : 'scale'}_` : ''}${label}_${label}/0/${time}?e=${EXPIRES_AT / 1000}&v=beta&t=${assetId}`,
    expiresAt: EXPIRES_AT,
  }));
  const form = dice(6);
  return {
    assetId,
    rootUrl: `https://media.licdn.com/dms/image/v2/${assetId}/profile-displayphoto-${isScaled ? '' : 'shrink_'}`,
    artifacts,
    form: form === 0 ? 'frame-only' : form === 1 ? 'display-image' : 'reference',
  };
}

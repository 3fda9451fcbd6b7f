import { describe, expect, it } from 'vitest';
import { EntityIndex } from './entity-index.ts';
import type { JsonObject } from './json-value.ts';
import { photoOf } from './photo.ts';

const artifact = (segment: string, width: number): JsonObject => ({
  fileIdentifyingUrlPathSegment: segment,
  width,
  expiresAt: 1_790_208_000_000,
});
const vector = (...artifacts: readonly JsonObject[]): JsonObject => ({ rootUrl: 'https://media.example.com/p-', artifacts });
const read = (profilePicture: unknown): string | null => photoOf(new EntityIndex(), { profilePicture })?.url ?? null;

describe('photoOf', () => {
  it.each([
    [
      'the widest, in no order',
      [artifact('shrink_400_400/a', 400), artifact('shrink_800_800/b', 800), artifact('shrink_100_100/c', 100)],
      'shrink_800_800/b',
    ],
    [
      'the widest by its label, where its width is smaller',
      [artifact('scale_400_400/a', 400), artifact('crop_800_800/b', 312)],
      'crop_800_800/b',
    ],
    ['the widest by its width, where there is no label', [artifact('a', 100), artifact('b', 300), artifact('c', 200)], 'b'],
  ])('%s is chosen', (_, artifacts, expected) => {
    expect(read({ displayImageReference: { vectorImage: vector(...artifacts) } })).toBe(
      `https://media.example.com/p-${expected}`,
    );
  });

  it.each([
    [
      'a reference that was resolved',
      { displayImageReferenceResolutionResult: { vectorImage: vector(artifact('200_200/a', 200)) } },
    ],
    ['a plain image', { displayImage: vector(artifact('200_200/a', 200)) }],
    [
      'an image with a frame, where there is no other',
      { displayImageWithFrameReference: { vectorImage: vector(artifact('200_200/a', 200)) } },
    ],
    ['the older form', { 'com.linkedin.common.VectorImage': vector(artifact('200_200/a', 200)) }],
  ])('%s is read', (_, picture) => {
    expect(read(picture)).toBe('https://media.example.com/p-200_200/a');
  });

  it('the picture without a frame is preferred', () => {
    const framed = { vectorImage: vector(artifact('800_800/framed', 800)) };
    const plain = { vectorImage: vector(artifact('200_200/plain', 200)) };
    expect(read({ displayImageWithFrameReference: framed, displayImageReference: plain })).toContain('plain');
  });

  it('an address alone is read, and has no known expiry', () => {
    const photo = photoOf(new EntityIndex(), {
      profilePicture: { displayImageReference: { url: 'https://media.example.com/x.jpg' } },
    });
    expect(photo).toEqual({ url: 'https://media.example.com/x.jpg', expiresAt: null });
  });

  it.each(['http://media.example.com/', 'javascript:', 'data:image/png;base64,', '//media.example.com/'])(
    'no picture is read from %s',
    (rootUrl) => {
      expect(read({ displayImageReference: { vectorImage: { rootUrl, artifacts: [artifact('200_200/a', 200)] } } })).toBeNull();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { videoTerms } from '../terms/video-terms.ts';
import { copiedRows, inPieces, type PlainVideo } from '../testing/copied-rows.ts';
import { createVideoPacker } from '../testing/pack-videos.ts';
import { seededNumbers } from '../testing/seeded-numbers.ts';
import { TooManyVideos, WindowCollector } from './collect-window.ts';

const KEY = 'video:tiktok.com/video/';
const MORNING = Date.UTC(2026, 0, 5, 6);
const TAGS = [
  'dance',
  '#dance',
  'Dance',
  'ＤＡＮＣＥ',
  'fyp',
  ' #FYP',
  '# #x',
  'İstanbul',
  '',
  '#',
  'x'.repeat(101),
  'größe',
  '日本',
  '🎉',
];
const SOUNDS = ['7001', ' 7001 ', '', ' ', '\u00a0', 's'.repeat(101), 'harbour'];
const TITLES = ['Harbour Song', 'harbour song', 'original sound', 'Original Sound - ana', 'original soundtrack', '', '7001'];
const CAPTIONS = ['Lanterns by the harbour #fyp', 'lanterns, lanterns!', '', 'https://example.com @ana', '港の 提灯'];

const plain: PlainVideo = {
  key: `${KEY}1`,
  author: 'ana',
  posted: MORNING,
  hashtags: null,
  soundId: null,
  soundTitle: null,
  caption: null,
  trendId: null,
};

/** One by one, in order. */
function packPlainly(videos: readonly PlainVideo[]) {
  const numbered = videos.flatMap((video) => {
    const number = /^video:tiktok\.com\/video\/(\d+)$/.exec(video.key)?.[1];
    return number === undefined ? [] : [{ ...video, number, moment: Math.floor(video.posted) }];
  });
  numbered.sort((one, other) => one.moment - other.moment || Number(BigInt(one.number) - BigInt(other.number)));
  const packer = createVideoPacker();
  const soundTitles = new Map<string, string>();
  for (const { number, author, moment, hashtags, ...video } of numbered) {
    const tags = (hashtags ?? []).filter((tag) => tag !== null);
    const terms = videoTerms({ ...video, hashtags: tags });
    packer.add({ videoId: number, authorId: author, postedAt: new Date(moment), terms });
    const sound = video.soundTitle === null ? undefined : terms.find((term) => term.startsWith('~'));
    if (sound !== undefined && video.soundTitle !== null && !soundTitles.has(sound)) soundTitles.set(sound, video.soundTitle);
  }
  const { videoIds, ...packed } = packer.finish();
  return { videoIds, packed, soundTitles, trendIds: numbered.map(({ trendId }) => trendId ?? -1) };
}

function collect(bytes: Buffer, pieceSize = bytes.length, maxVideos = 10_000) {
  const collector = new WindowCollector(KEY, maxVideos);
  for (const piece of inPieces(bytes, pieceSize)) {
    const memory = Buffer.from(piece);
    collector.add(memory);
    // What was added may be overwritten.
    memory.fill(0xff);
  }
  const { videos, videoIdOf, trendIds, soundTitles } = collector.finish();
  return {
    videoIds: Array.from(videos.days, (_, row) => videoIdOf(row)),
    packed: videos,
    soundTitles,
    trendIds: [...trendIds],
  };
}

function randomVideos(seed: number): PlainVideo[] {
  const random = seededNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = <Item>(items: readonly Item[]): Item | null => (random() < 0.3 ? null : (items[below(items.length)] ?? null));
  const taken = new Set<string>();
  const number = (): string => {
    const digits = String(1 + below(9)).repeat(1 + below(20)) + String(below(1_000));
    if (taken.has(digits)) return number();
    taken.add(digits);
    return digits;
  };
  return Array.from({ length: 1 + below(60) }, () => ({
    key: random() < 0.1 ? `video:sha256:${below(1_000)}` : KEY + number(),
    author: `author${below(4)}`,
    posted: MORNING + below(5) + below(1_000) / 1_000,
    hashtags:
      random() < 0.2
        ? null
        : Array.from({ length: random() < 0.1 ? 90 : below(5) }, (_, at) => (random() < 0.7 ? oneOf(TAGS) : `tag${at}`)),
    soundId: oneOf(SOUNDS),
    soundTitle: oneOf(TITLES),
    caption: oneOf(CAPTIONS),
    trendId: oneOf([3, 4, 5_000_000_000]),
  }));
}

describe('videos collected from copied rows', () => {
  it('collected rows give what packing the videos one by one gives, whatever their order and pieces', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const videos = randomVideos(seed);
      const bytes = copiedRows(videos);
      expect(collect(bytes, 1 + (seed % 400)), `seed ${seed}`).toEqual(packPlainly(videos));
    }
  });

  it('rows whose key is no number of the network are left out', () => {
    const keys = ['video:tiktok.com/video/', 'video:tiktok.com/video/12x', 'video:sha256:12', '12', `${KEY}77`];
    expect(collect(copiedRows(keys.map((key) => ({ ...plain, key })))).videoIds).toEqual(['77']);
  });

  it('one video more than allowed is refused', () => {
    const rows = copiedRows([plain, { ...plain, key: `${KEY}2` }]);
    expect(collect(rows, 50, 2).videoIds).toEqual(['1', '2']);
    expect(() => collect(rows, 50, 1)).toThrow(TooManyVideos);
  });

  it('rows that end too early, and rows of another form, are refused', () => {
    const rows = copiedRows([plain]);
    expect(() => collect(rows.subarray(0, -2))).toThrow('the copied rows are incomplete');
    const other = Buffer.from(rows);
    other.writeInt16BE(7, 19);
    expect(() => collect(other)).toThrow('a copied row has 7 fields instead of 8');
  });
});

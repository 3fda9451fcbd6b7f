/** Videos for a journey through trends, as lines of a file the operator loads. */

const DAY_SECONDS = 86_400;
/** Numbers of the many begin here, so that they are nobody else's. */
const FIRST_OF_MANY = 1_000_000;
const WORDS = 97;
const WORDS_OF_A_VIDEO = 6;

interface Video {
  readonly author: string;
  readonly hashtags: readonly string[];
  readonly daysAgo: number;
}

/** Who posts in this file; all names are fictional. */
export const creators = ['loom.works', 'shuttle_song', 'heddle', 'warp.and.weft', 'selvedge'] as const;

/** Two trends that everybody shares in, and single videos that are like no other. */
export function trendVideos(now: number): string {
  const weaving = trend(['weavingtok', 'slowloom'], 14, 6);
  const dyeing = trend(['plantdye', 'madderroot'], 9, 4);
  const alone = creators.map((author, index) => ({ author, hashtags: [`only${index}`, `alone${index}`], daysAgo: index + 1 }));
  return lines([...weaving, ...dyeing, ...alone], now, 0);
}

/** Videos of words drawn by chance, the same each time: loosely compared, all of them are somewhat alike, which takes long. */
export function manyVideos(now: number, count: number): string {
  let state = 1;
  const draw = (): string => {
    state = (state * 48_271) % 2_147_483_647;
    return `common${state % WORDS}`;
  };
  const videos = Array.from({ length: count }, (_, index) => ({
    author: creators[index % creators.length] ?? creators[0],
    hashtags: Array.from({ length: WORDS_OF_A_VIDEO }, draw),
    daysAgo: 1 + (index % 25),
  }));
  return lines(videos, now, FIRST_OF_MANY);
}

/** Closer together than likeness fades. */
function trend(hashtags: readonly string[], count: number, days: number): readonly Video[] {
  return Array.from({ length: count }, (_, index) => ({
    author: creators[index % creators.length] ?? creators[0],
    hashtags,
    daysAgo: 1 + (days * index) / count,
  }));
}

/** A video's number holds its second in the upper half, so it does not fit a number of JavaScript. */
function lines(videos: readonly Video[], now: number, offset: number): string {
  return videos
    .map(({ author, hashtags, daysAgo }, index) => {
      const second = Math.floor(now / 1000 - daysAgo * DAY_SECONDS);
      const id = (BigInt(second) << 32n) + BigInt(offset + index + 1);
      return JSON.stringify({
        author: `https://www.tiktok.com/@${author}`,
        author_unique_id: author,
        video: `https://www.tiktok.com/@${author}/video/${id}`,
        hashtags,
        summary: `Video ${index + 1} about ${hashtags.join(' and ')}`,
        posted_at: new Date(second * 1000).toISOString(),
      });
    })
    .join('\n');
}

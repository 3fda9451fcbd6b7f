/** The users and videos the stand-in knows, and how it searches them. All of it is fictional. */

const DAY_MS = 24 * 3600 * 1000;

export interface StandInVideo {
  /** Digits of 64 bits; its upper half is the second it was made in. */
  readonly id: string;
  readonly username: string;
  readonly description: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly hashtags: readonly string[];
  /** Digits. */
  readonly musicId: string;
  readonly views: number;
  /** A page counts it and leaves it out: that makes pages short. */
  readonly isWithheld: boolean;
}

export interface StandInUser {
  readonly username: string;
  readonly followers: number;
}

export interface VideoQuery {
  readonly field: 'username' | 'video_id';
  readonly values: readonly string[];
  /** Both inclusive, `YYYYMMDD` in UTC. */
  readonly from: string;
  readonly until: string;
}

export interface Library {
  addUser(username: string, followers?: number): void;
  removeUser(username: string): void;
  user(username: string): StandInUser | undefined;
  /** @returns its id */
  addVideo(username: string, video?: Partial<Omit<StandInVideo, 'username'>>): string;
  removeVideo(id: string): void;
  /** The newest first. */
  find(query: VideoQuery): readonly StandInVideo[];
}

export function createLibrary(now: () => Date): Library {
  const users = new Map<string, StandInUser>();
  const videos = new Map<string, StandInVideo>();
  let made = 0;

  const addUser: Library['addUser'] = (username, followers = 1_000) => void users.set(username, { username, followers });

  return {
    addUser,
    removeUser: (username) => {
      users.delete(username);
      for (const [id, video] of videos) if (video.username === username) videos.delete(id);
    },
    user: (username) => users.get(username),
    addVideo: (username, video = {}) => {
      if (!users.has(username)) addUser(username);
      made += 1;
      const createdAt = video.createdAt ?? Math.floor(now().getTime() / 1000) - 3600;
      const id = video.id ?? String((BigInt(createdAt - 2) << 32n) | BigInt(made * 7919 + 3));
      videos.set(id, {
        description: `An invented video #kettle number ${made}`,
        hashtags: ['kettle'],
        musicId: String(7_100_000_000_000_000_001n + BigInt(made)),
        views: made * 10,
        isWithheld: false,
        ...video,
        id,
        username,
        createdAt,
      });
      return id;
    },
    removeVideo: (id) => void videos.delete(id),
    find: ({ field, values, from, until }) =>
      [...videos.values()]
        .filter((video) => values.includes(field === 'username' ? video.username : video.id))
        .filter(({ createdAt }) => dayOf(createdAt) >= from && dayOf(createdAt) <= until)
        .sort((one, other) => other.createdAt - one.createdAt || other.id.localeCompare(one.id)),
  };
}

/** Days from the first to the last; null: one of them is no day. */
export function daysBetween(from: string, until: string): number | null {
  const [first, last] = [momentOf(from), momentOf(until)];
  return first === null || last === null ? null : (last - first) / DAY_MS;
}

function dayOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10).replaceAll('-', '');
}

function momentOf(day: string): number | null {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(day) ?? [];
  const moment = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(moment) ? null : moment;
}

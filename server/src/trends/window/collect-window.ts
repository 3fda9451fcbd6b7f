/**
 * Turns copied rows of videos into the engine's arrays, in whatever order the rows come: sorting numbers here takes less
 * than sorting rows in the database. Texts are decoded once for each different text. The result is that of packing the
 * videos one by one in their order.
 */
import { captionTerms, hashtagTerm, MAX_TERMS, soundIdTerm, soundTitleTerm } from '../terms/video-terms.ts';
import { ByteMemo } from './byte-memo.ts';
import { type CopiedRow, CopiedRows } from './copied-rows.ts';
import { GrowingInts } from './growing-ints.ts';
import { VideoNumbers } from './video-numbers.ts';
import { inOrder, type UnorderedVideos, type VideoWindow } from './video-window.ts';

/** The fields of a row, in this order; all but the first three may be null. */
export const WINDOW_FIELDS = [
  'canonical_key',
  'author_unique_id',
  'posted_at',
  'hashtags',
  'sound_id',
  'sound_title',
  'summary',
  'trend_id',
] as const;

/** Where each field's start and end stand in `places`. */
const [KEY, AUTHOR, POSTED, HASHTAGS, SOUND, TITLE, CAPTION, TREND] = [0, 2, 4, 6, 8, 10, 12, 14] as const;
const NONE = -1;
const HIGH_WORD = 2 ** 32;
const MICROSECONDS = 1_000;
/** The database counts from 2000 on; milliseconds. */
const EPOCH = Date.UTC(2000, 0);
/** The head of a list: dimensions, whether any is null, and the type; then length and first index of each dimension. */
const LIST_HEAD = 12;
const DIMENSION_BYTES = 8;

export class TooManyVideos extends Error {}

export class WindowCollector {
  readonly #rows = new CopiedRows(WINDOW_FIELDS.length, (row) => this.#addRow(row));
  readonly #key: Buffer;
  readonly #maxVideos: number;
  readonly #posted: number[] = [];
  readonly #trendIds: number[] = [];
  readonly #numbers = new VideoNumbers();
  readonly #authors = new GrowingInts();
  readonly #ends = new GrowingInts();
  readonly #termIds = new GrowingInts();
  readonly #sounds = new GrowingInts();
  readonly #titles = new GrowingInts();
  readonly #termNumbers = new Map<string, number>();
  readonly #authorNumbers = new Map<string, number>();
  readonly #titleNumbers = new Map<string, number>();
  readonly #authorOf = new ByteMemo((text) => numberOf(this.#authorNumbers, text));
  readonly #titleOf = new ByteMemo((text) => numberOf(this.#titleNumbers, text));
  readonly #hashtagOf = new ByteMemo((text) => this.#termOf(hashtagTerm(text)));
  readonly #soundIdOf = new ByteMemo((text) => this.#termOf(soundIdTerm(text)));
  readonly #soundTitleOf = new ByteMemo((text) => this.#termOf(soundTitleTerm(text)));

  /** @param key what comes before a video's number in its key; other rows are left out */
  constructor(key: string, maxVideos: number) {
    this.#key = Buffer.from(key);
    this.#maxVideos = maxVideos;
  }

  /** @param piece may be overwritten afterwards @throws {TooManyVideos} */
  add(piece: Buffer): void {
    this.#rows.add(piece);
  }

  /** @throws {Error} if rows are missing */
  finish(): VideoWindow {
    this.#rows.end();
    const read: UnorderedVideos = {
      numbers: this.#numbers,
      posted: this.#posted,
      authors: this.#authors,
      ends: this.#ends,
      termIds: this.#termIds,
      vocabulary: [...this.#termNumbers.keys()],
      sounds: this.#sounds,
      titles: this.#titles,
      titleTexts: [...this.#titleNumbers.keys()],
      trendIds: this.#trendIds,
    };
    return inOrder(read);
  }

  #addRow({ bytes, view, places }: CopiedRow): void {
    const startOf = (field: number): number => places[field] ?? NONE;
    const endOf = (field: number): number => places[field + 1] ?? NONE;
    const key = startOf(KEY);
    const number = key + this.#key.length;
    const isVideo = bytes.compare(this.#key, 0, this.#key.length, key, Math.min(number, endOf(KEY))) === 0;
    if (!isVideo || !this.#numbers.add(bytes, number, endOf(KEY))) return;
    if (this.#numbers.length > this.#maxVideos) throw new TooManyVideos(`more than ${this.#maxVideos} videos`);
    this.#posted.push(EPOCH + Math.floor(wholeNumber(view, startOf(POSTED)) / MICROSECONDS));
    this.#authors.push(this.#authorOf.numberOf(bytes, startOf(AUTHOR), endOf(AUTHOR)));
    this.#trendIds.push(startOf(TREND) === NONE ? NONE : wholeNumber(view, startOf(TREND)));
    const first = this.#termIds.length;
    if (startOf(HASHTAGS) !== NONE) this.#addHashtags(bytes, view, startOf(HASHTAGS), endOf(HASHTAGS));
    let sound = NONE;
    if (startOf(SOUND) !== NONE) sound = this.#soundIdOf.numberOf(bytes, startOf(SOUND), endOf(SOUND));
    const hasTitle = startOf(TITLE) !== NONE;
    if (sound === NONE && hasTitle) sound = this.#soundTitleOf.numberOf(bytes, startOf(TITLE), endOf(TITLE));
    this.#addTerm(first, sound);
    this.#sounds.push(hasTitle ? sound : NONE);
    this.#titles.push(sound !== NONE && hasTitle ? this.#titleOf.numberOf(bytes, startOf(TITLE), endOf(TITLE)) : NONE);
    if (this.#termIds.length === first && startOf(CAPTION) !== NONE)
      for (const word of captionTerms(bytes.toString('utf8', startOf(CAPTION), endOf(CAPTION))))
        this.#addTerm(first, this.#termOf(word));
    this.#ends.push(this.#termIds.length);
  }

  #addHashtags(bytes: Buffer, view: DataView, start: number, end: number): void {
    const first = this.#termIds.length;
    for (let at = start + LIST_HEAD + view.getInt32(start) * DIMENSION_BYTES; at < end; ) {
      if (this.#termIds.length - first >= MAX_TERMS) return;
      const from = at + Int32Array.BYTES_PER_ELEMENT;
      // The length of null is -1.
      const to = from + Math.max(0, view.getInt32(at));
      if (to > from) this.#addTerm(first, this.#hashtagOf.numberOf(bytes, from, to));
      at = to;
    }
  }

  /** Adds it to the terms from `first` on, unless it is one of them. */
  #addTerm(first: number, term: number): void {
    if (term === NONE) return;
    for (let at = first; at < this.#termIds.length; at++) if (this.#termIds.at(at) === term) return;
    this.#termIds.push(term);
  }

  #termOf(term: string | null): number {
    return term === null ? NONE : numberOf(this.#termNumbers, term);
  }
}

function wholeNumber(view: DataView, at: number): number {
  return view.getInt32(at) * HIGH_WORD + view.getUint32(at + Int32Array.BYTES_PER_ELEMENT);
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

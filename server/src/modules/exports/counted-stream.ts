/**
 * A file on its way to a client, with the number of records passed on so far. Nothing is buffered: a chunk is
 * passed on when the response requests it, so every counted record was handed to the response.
 */
import { Readable } from 'node:stream';
import type { SpooledRows } from './spooled-rows.ts';

/** Limits at which a reader is disconnected, in milliseconds. */
export interface ReaderLimits {
  /** Reads nothing for this long. */
  readonly patience: number;
  /** Takes longer than this in total. */
  readonly deadline: number;
  /** Makes the database wait for this long in total while reading more slowly than `leastBytesASecond`. */
  readonly waiting: number;
  readonly leastBytesASecond: number;
}

interface CountedStreamOptions {
  /** A header that is sent first and not counted; may be empty. */
  readonly header: string;
  readonly copy: Pick<SpooledRows, 'take' | 'whenReady' | 'over'>;
  readonly limits: ReaderLimits;
  /** How long the database has waited for this reader so far. */
  readonly waitedMilliseconds: () => number;
  /** Called when every row was passed on; the stream ends once this resolves. Never rejects. */
  readonly complete: () => Promise<void>;
  /**
   * Called when the stream ends early: by the client, a failure or a limit. Never rejects.
   * @param sent records passed on; a partial record counts as one
   */
  readonly breakOff: (sent: number) => Promise<void>;
}

/** The longest time between two checks of a reader. */
const WATCH_MILLISECONDS = 5_000;

export function countedStream(options: CountedStreamOptions): Readable {
  return new CountedStream(options);
}

class CountedStream extends Readable {
  readonly #options: CountedStreamOptions;
  readonly #watch: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #waitingSince: number | null = this.#startedAt;
  #isHeaderSent: boolean;
  #isReading = false;
  #isComplete = false;
  #sentRecords = 0;
  #passedBytes = 0;

  constructor(options: CountedStreamOptions) {
    // The stream reads one chunk per read of the response: anything buffered here would be counted and not sent.
    super({ highWaterMark: 0 });
    this.#options = options;
    this.#isHeaderSent = options.header === '';
    const { copy, limits } = options;
    this.#watch = setInterval(
      () => {
        const reason = this.#reasonToGiveUp();
        if (reason !== null) this.destroy(new Error(`the client ${reason}`));
      },
      Math.min(limits.patience / 4, WATCH_MILLISECONDS),
    );
    this.#watch.unref();
    copy.whenReady(() => this.#passNext());
    void copy.over.then((failure) => this.#finish(failure));
  }

  override _read(): void {
    this.#waitingSince = null;
    this.#isReading = true;
    this.#passNext();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.#watch);
    this.#isReading = false;
    if (this.#isComplete) callback(error);
    else void this.#options.breakOff(this.#sentRecords).then(() => callback(error));
  }

  #reasonToGiveUp(): string | null {
    const { limits, waitedMilliseconds } = this.#options;
    const now = performance.now();
    if (this.#waitingSince !== null && now - this.#waitingSince >= limits.patience) return 'took nothing for too long';
    if (now - this.#startedAt >= limits.deadline) return 'did not take all of the file in time';
    const bytesASecond = (this.#passedBytes / (now - this.#startedAt)) * 1000;
    return waitedMilliseconds() >= limits.waiting && bytesASecond < limits.leastBytesASecond ? 'reads too slowly' : null;
  }

  #passNext(): void {
    if (!this.#isReading || this.destroyed) return;
    if (!this.#isHeaderSent) {
      this.#isHeaderSent = true;
      this.#pass(Buffer.from(this.#options.header));
      return;
    }
    const chunk = this.#options.copy.take();
    if (chunk === null) return;
    this.#sentRecords += chunk.rows;
    this.#pass(chunk.bytes);
  }

  #pass(bytes: Buffer): void {
    this.#isReading = false;
    this.#waitingSince = performance.now();
    this.#passedBytes += bytes.length;
    this.push(bytes);
  }

  async #finish(failure: Error | null): Promise<void> {
    if (this.destroyed) return;
    if (failure !== null) {
      this.destroy(failure);
      return;
    }
    this.#isComplete = true;
    await this.#options.complete();
    this.push(null);
  }
}

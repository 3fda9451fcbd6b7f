/**
 * Ends requests whose body stops arriving. Node limits how long a whole request may take, which says nothing of uploads that
 * may take longer, and lets others hold a connection for all of that time.
 */
import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Milliseconds without a byte. */
  readonly stall: number;
  /** Milliseconds between two looks. */
  readonly look: number;
}

interface Progress {
  readonly bytes: number;
  readonly since: number;
}

export interface BodyWatch {
  /** @param onStall called once if the rest of the body does not come */
  add(request: IncomingMessage, onStall: () => void): void;
  remove(request: IncomingMessage): void;
  stop(): void;
}

export function watchBodies({ stall, look }: BodyLimits): BodyWatch {
  const watched = new Map<IncomingMessage, { progress: Progress; readonly onStall: () => void }>();

  function lookAtAll(): void {
    const now = performance.now();
    for (const [request, entry] of watched) {
      if (request.complete) {
        watched.delete(request);
        continue;
      }
      const bytes = request.socket.bytesRead;
      if (bytes !== entry.progress.bytes || isFull(request)) entry.progress = { bytes, since: now };
      else if (now - entry.progress.since >= stall) {
        watched.delete(request);
        entry.onStall();
      }
    }
  }

  const timer = setInterval(lookAtAll, look).unref();
  return {
    add: (request, onStall) => {
      watched.set(request, { progress: { bytes: request.socket.bytesRead, since: performance.now() }, onStall });
    },
    remove: (request) => void watched.delete(request),
    stop: () => clearInterval(timer),
  };
}

/** The client waits for the server, which has not read what is there. */
function isFull({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark;
}

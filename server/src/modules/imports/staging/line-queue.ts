/** Prepared lines on their way to the database: read ahead while it is busy, up to a limit. */

/** In bytes: about as much as the database takes in half a second. */
const ROOM = 16 * 1024 * 1024;

export interface LineQueue {
  /** Resolves once there is room for more. */
  put(lines: Buffer): Promise<void>;
  /** What was put is still taken. */
  end(): void;
  /** null: nothing comes any more */
  take(): Promise<Buffer | null>;
}

export function createLineQueue(): LineQueue {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let hasEnded = false;
  let change = Promise.withResolvers<void>();

  const tell = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  return {
    put: async (lines) => {
      waiting.push(lines);
      bytes += lines.length;
      tell();
      while (bytes > ROOM && !hasEnded) await change.promise;
    },
    end: () => {
      hasEnded = true;
      tell();
    },
    take: async () => {
      while (waiting.length === 0 && !hasEnded) await change.promise;
      const lines = waiting.shift() ?? null;
      bytes -= lines?.length ?? 0;
      tell();
      return lines;
    },
  };
}

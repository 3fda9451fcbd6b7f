/**
 * Gathers reads that many callers need at the same time into few queries. Callers of one turn of the event loop share a
 * query; while it runs, further callers wait for the next, which serves all of them. A single caller never waits for
 * others, and no caller gets the result of a query that started before the call.
 */

/** A query for more keys would take longer than its callers should wait. */
const MOST_KEYS = 200;
/** A query that takes longer is not waited for: a connection that hangs must not hold up everybody. */
const PATIENCE_MILLISECONDS = 250;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: unknown) => void;
}

/** @param readAll answers one value for each key, in the keys' order */
export function batchReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let isReading = false;

  /** Waits until the requests that arrived together with this one have asked, too. */
  function readSoon(): void {
    isReading = true;
    setImmediate(readWaiting);
  }

  function readWaiting(): void {
    let hasPassedOn = false;
    const passOn = () => {
      if (hasPassedOn) return;
      hasPassedOn = true;
      clearTimeout(patience);
      if (waiting.length > 0) readSoon();
      else isReading = false;
    };
    const patience = setTimeout(passOn, PATIENCE_MILLISECONDS);
    void answer(waiting.splice(0, MOST_KEYS), passOn);
  }

  async function answer(batch: readonly Waiting<Key, Value>[], passOn: () => void): Promise<void> {
    try {
      const values = await readAll(batch.map(({ key }) => key)).finally(passOn);
      if (values.length !== batch.length) throw new Error('a batched read answered another number of values');
      for (const [index, value] of values.entries()) batch[index]?.resolve(value);
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    waiting.push({ key, resolve, reject });
    if (!isReading) readSoon();
    return promise;
  };
}

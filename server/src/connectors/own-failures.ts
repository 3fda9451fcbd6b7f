/**
 * Tells failures of this server, such as a lost lease or a file that cannot be read, from those of the other side: they meet where
 * a connector sends what it reads, and only the latter are explained to members.
 */
export interface OwnFailures {
  readonly isOwn: (error: unknown) => boolean;
  /** Work of this server. */
  readonly noted: <Result>(work: Promise<Result>) => Promise<Result>;
  /** What this server reads. */
  readonly reading: <Item>(items: AsyncIterable<Item>) => AsyncGenerator<Item>;
}

export function createOwnFailures(): OwnFailures {
  const own = new WeakSet<object>();
  const note = (error: unknown): never => {
    if (typeof error === 'object' && error !== null) own.add(error);
    throw error;
  };
  return {
    isOwn: (error) => typeof error === 'object' && error !== null && own.has(error),
    noted: (work) => work.catch(note),
    async *reading(items) {
      try {
        yield* items;
      } catch (error) {
        note(error);
      }
    },
  };
}

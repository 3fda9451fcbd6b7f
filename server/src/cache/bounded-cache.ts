/** A cache of limited size. It drops the entries that were not read for longest. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** @param limit of all weights together @param weigh an entry's weight, above 0; each weighs 1 where absent */
export function createBoundedCache<Value>(limit: number, weigh: (value: Value) => number = () => 1): BoundedCache<Value> {
  // A map keeps the order of insertion; what is used moves to its end.
  const entries = new Map<string, Value>();
  let weight = 0;

  function remove(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    weight -= weigh(value);
  }

  return {
    delete: remove,
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      entries.set(key, value);
      weight += weigh(value);
      for (const oldest of entries.keys()) {
        if (weight <= limit) return;
        remove(oldest);
      }
    },
  };
}

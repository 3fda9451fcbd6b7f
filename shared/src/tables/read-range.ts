/** `10-50` and `200+`: the numbers in the name of a range. */
export interface NumberRange {
  readonly from: number;
  /** The upper bound; null: none. */
  readonly to: number | null;
}

/** @throws {TypeError} for text that is not the name of a range; options and validated filters always are */
export function readRange(name: string): NumberRange {
  const match = /^(\d+)(?:-(\d+)|\+)$/.exec(name);
  if (match === null) throw new TypeError(`${name} is not a range`);
  return { from: Number(match[1]), to: match[2] === undefined ? null : Number(match[2]) };
}

/** The values of eps that are compared by default: around the one in the form, closer together near it. */
const FACTORS = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.6, 2, 3, 4, 6, 8];
/** From 1 on everything is one group, which teaches nothing. */
const LOOSEST = 0.95;
const STRICTEST = 0.001;
const DIGITS = 3;

/** @returns ascending, each once; `chosen` is among them */
export function strictnessChoices(chosen: number): number[] {
  const near = FACTORS.map((factor) => Number((chosen * factor).toPrecision(DIGITS)));
  const sensible = near.filter((eps) => eps >= STRICTEST && eps <= LOOSEST);
  return [...new Set([...sensible, chosen])].sort((one, other) => one - other);
}

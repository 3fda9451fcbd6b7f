/** Sums as the database makes them, for plain code. */

/** The sum of the numbers as decimals of 15 digits, so that 0.1 and 0.2 are 0.3. */
export function sumOf(numbers: readonly number[]): number {
  const decimals = numbers.map((number) => {
    const [digits = '0', power = '0'] = number.toExponential(14).split('e');
    // A digit before the point, and 14 after it.
    return { digits: BigInt(digits.replace('.', '')), power: Number(power) - 14 };
  });
  const lowest = Math.min(...decimals.map(({ power }) => power));
  const sum = decimals.reduce((total, { digits, power }) => total + digits * 10n ** BigInt(power - lowest), 0n);
  return Number(`${sum}e${lowest}`);
}

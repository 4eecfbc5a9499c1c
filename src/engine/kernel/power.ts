/** To a whole power, 0 or more, by squaring: the same bits everywhere, as `**` need not give. Quick also where days have passed. */
export function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

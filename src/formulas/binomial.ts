/** `base` to a whole power, by multiplication, so that every browser gives the same bits. */
export function integerPower(base: number, exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i++) power *= base;
  return power;
}

export function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** P(X ≥ least) for n independent tries that succeed with probability p. */
export function binomialTail(n: number, least: number, p: number): number {
  let sum = 0;
  for (let i = least; i <= n; i++) sum += choose(n, i) * integerPower(p, i) * integerPower(1 - p, n - i);
  return sum;
}

/** Wilson's 95 % interval of a share; holds near 0 and 1, where the usual one does not. */
export function wilsonInterval(hits: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / trials;
  const scale = 1 + (z * z) / trials;
  const middle = (share + (z * z) / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

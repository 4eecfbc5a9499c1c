/** A number from 0 up to, not including, 1 that depends on nothing but these whole numbers: trial 812 is the same everywhere. */
export function trialShare(seed: number, ...places: readonly number[]): number {
  let hash = mix(seed ^ 0x9e3779b9);
  for (const place of places) hash = mix(hash ^ Math.imul(place + 1, 0x85ebca6b));
  return (hash >>> 0) / 4_294_967_296;
}

/** The finaliser of MurmurHash3: each bit of the input moves each bit of the output. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

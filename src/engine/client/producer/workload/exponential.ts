/** What one is as a number of this scale. */
export const EXPONENTIAL_ONE = 1_048_576;
const LN_2 = 726_817;
/** Natural logarithms of 1, 1 + 1/64, … 2 in that scale. */
const LOGARITHMS = [
  0, 16_257, 32_266, 48_035, 63_570, 78_877, 93_965, 108_839, 123_504, 137_968, 152_234, 166_309, 180_198,
  193_905, 207_435, 220_793, 233_983, 247_009, 259_875, 272_585, 285_143, 297_552, 309_817, 321_939, 333_923,
  345_771, 357_487, 369_074, 380_534, 391_870, 403_085, 414_181, 425_161, 436_027, 446_782, 457_427, 467_966,
  478_400, 488_731, 498_961, 509_092, 519_126, 529_065, 538_911, 548_665, 558_330, 567_906, 577_395, 586_800,
  596_120, 605_359, 614_517, 623_596, 632_596, 641_520, 650_369, 659_144, 667_846, 676_476, 685_036, 693_527,
  701_949, 710_304, 718_593, 726_817,
];
const STEP_BITS = 25;
const STEP = 33_554_432;

/**
 * A number of the exponential distribution with mean one, in parts of `EXPONENTIAL_ONE`: minus the logarithm of a fraction, by a table,
 * as the same number comes out everywhere and no engine has to have the same logarithm. Off by less than one in 30,000.
 *
 * @param word random, from 0 to 2^32 − 1: the fraction is (word + 1) / 2^32.
 */
export function unitExponential(word: number): number {
  if (word >= 0xffffffff) return 0;
  const fraction = word + 1;
  const halvings = Math.clz32(fraction);
  const mantissa = (fraction << halvings) >>> 0;
  const place = (mantissa >>> STEP_BITS) & 63;
  const within = mantissa & (STEP - 1);
  const low = LOGARITHMS[place]!;
  const logarithm = low + Math.floor(((LOGARITHMS[place + 1]! - low) * within) / STEP);
  return (halvings + 1) * LN_2 - logarithm;
}

import { mix32 } from '../kernel/hash.ts';
import type { Bytes } from '../../shared/units.ts';
import { utf8Bytes } from '../../shared/utf8.ts';
import type { RecordValues } from './RecordValues.ts';

const EVENTS = [
  'order_created',
  'order_paid',
  'order_shipped',
  'cart_changed',
  'page_viewed',
  'item_returned',
];
const COUNTRIES = ['DE', 'FR', 'US', 'IN', 'BR', 'JP', 'PL', 'GB'];
const PAGES = ['products', 'search', 'checkout', 'account', 'offers', 'help'];
const WORDS = (
  'the of and to in for is on that by this with as are from at was have or an which be has not were been their ' +
  'broker leader record offset batch replica topic partition segment index consumer group message order ' +
  'payment customer delivery number before after first last between through without because'
).split(' ');
const ITEMS_END = ']';
const NOTE_START = ',"note":"';
const NOTE_END = '"}';
const VALUE_STREAM = 0x76616c75;
const HEADER_STREAM = 0x68656164;

/** Whole numbers that follow from a seed, a record and a purpose alone. */
class Draws {
  private state: number;

  constructor(seed: number, ordinal: number, stream: number) {
    this.state = mix32(mix32(mix32(seed) ^ stream) ^ ordinal);
  }

  next(): number {
    this.state = mix32((this.state + 0x9e3779b9) | 0);
    return this.state;
  }

  below(bound: number): number {
    return this.next() % bound;
  }

  of(list: readonly string[]): string {
    return list[this.below(list.length)] as string;
  }

  hexadecimal(length: number): string {
    let text = '';
    while (text.length < length) text += this.next().toString(16).padStart(8, '0');
    return text.slice(0, length);
  }
}

/**
 * The value of a record, as long as it has to be. JSON that has no room is cut off.
 *
 * @param ordinal place of the record among all that its producer sent to its partition.
 */
export function makeValue({ kind, seed }: RecordValues, ordinal: number, length: Bytes): Uint8Array {
  const draws = new Draws(seed, ordinal, VALUE_STREAM);
  switch (kind) {
    case 'json':
      return utf8Bytes(event(draws, ordinal, length));
    case 'text':
      return utf8Bytes(words(draws, length));
    case 'random':
      return noise(draws, length);
  }
}

/** The value of a record's header. */
export function makeHeaderValue(
  { seed }: RecordValues,
  ordinal: number,
  place: number,
  length: Bytes,
): Uint8Array {
  return utf8Bytes(new Draws(seed, ordinal, HEADER_STREAM + place).hexadecimal(length));
}

function event(draws: Draws, ordinal: number, length: Bytes): string {
  let text =
    `{"id":"${draws.hexadecimal(8)}","event":"${draws.of(EVENTS)}","number":${String(ordinal)},` +
    `"user":"user-${String(draws.below(5000))}","country":"${draws.of(COUNTRIES)}",` +
    `"page":"/${draws.of(PAGES)}/${String(draws.below(1000))}","ms":${String(draws.below(900))},"items":[`;
  const endBytes = ITEMS_END.length + NOTE_START.length + NOTE_END.length;
  for (let isFirst = true; ; isFirst = false) {
    const price = `${String(1 + draws.below(200))}.${String(10 + draws.below(90))}`;
    const item = `${isFirst ? '' : ','}{"sku":"A-${String(1000 + draws.below(9000))}","count":${String(1 + draws.below(5))},"price":${price}}`;
    if (text.length + item.length + endBytes > length) break;
    text += item;
  }
  const noteBytes = length - text.length - endBytes;
  if (noteBytes >= 0) text += `${ITEMS_END}${NOTE_START}${words(draws, noteBytes)}${NOTE_END}`;
  return text.slice(0, length).padEnd(length, ' ');
}

function words(draws: Draws, length: Bytes): string {
  let text = '';
  while (text.length < length) text += `${draws.of(WORDS)} `;
  return text.slice(0, length);
}

function noise(draws: Draws, length: Bytes): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 4) {
    const word = draws.next();
    for (let i = 0; i < 4 && at + i < length; i++) bytes[at + i] = (word >>> (8 * i)) & 0xff;
  }
  return bytes;
}

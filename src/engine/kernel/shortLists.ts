/** From here on what the engine of the language does with a whole list is cheaper than a loop. */
const LONG = 32;

// Lists of a few items that are filled and emptied all the time. `shift` and `splice` give back the room that a list takes, or make
// a list of what goes, so that the next `push` has to find room anew: with each request that was most of what is allocated.

/** Takes out the item at an index. */
export function removeAt(list: unknown[], index: number): void {
  if (list.length - index > LONG) {
    list.splice(index, 1);
    return;
  }
  for (let i = index + 1; i < list.length; i++) list[i - 1] = list[i];
  list.pop();
}

/** Takes the first item; undefined when there is none. */
export function takeFirst<Item>(list: Item[]): Item | undefined {
  const { length } = list;
  if (length <= 1) return list.pop();
  if (length > LONG) return list.shift();
  const first = list[0];
  removeAt(list, 0);
  return first;
}

/** Keeps the first items of a list. */
export function shorten(list: unknown[], length: number): void {
  if (list.length - length > LONG) list.length = length;
  else while (list.length > length) list.pop();
}

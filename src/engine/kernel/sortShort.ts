/** Above this a sort by insertion takes longer than the built-in one. */
const SHORT = 24;

/**
 * Sorts a list in place; equal items keep their order. As `Array.sort`, which makes two copies of every list for it: of the few
 * partitions that one fetch looks at that is most of the cost.
 */
export function sortShort<Item>(list: Item[], compare: (a: Item, b: Item) => number): Item[] {
  if (list.length > SHORT) return list.sort(compare);
  for (let i = 1; i < list.length; i++) {
    const item = list[i] as Item;
    let place = i;
    while (place > 0 && compare(list[place - 1] as Item, item) > 0) {
      list[place] = list[place - 1] as Item;
      place -= 1;
    }
    list[place] = item;
  }
  return list;
}

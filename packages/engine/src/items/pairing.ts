import type { Item, ItemLists, PairedItem, PairedItemReference } from '@millrace/contract/data';

/**
 * Item linking. `pairedItem` of an item in a node's output speaks of that node's input. So an item that a node hands on must not keep the
 * link that it came with: a node is given its input items already linked to themselves, and may return them, or copies of them, as they are.
 */

const pointsAt = (link: PairedItem | undefined, item: number, input: number): boolean => {
  if (typeof link === 'number') return link === item && input === 0;
  if (typeof link !== 'object' || Array.isArray(link) || link.run !== undefined) return false;
  return link.item === item && (link.input ?? 0) === input;
};

/** A copy of an item with another link. */
export const withLink = (item: Item, pairedItem: PairedItem): Item => {
  const linked: Item = { json: item.json, pairedItem };
  if (item.binary !== undefined) linked.binary = item.binary;
  if (item.error !== undefined) linked.error = item.error;
  return linked;
};

const linkTo = (item: number, input: number): PairedItem => (input === 0 ? item : { item, input });

/** Items of one input, each linked to itself in a run, so that a node may keep them and hand them out in a later one. */
export const linkedToThemselvesIn = (items: readonly Item[], input: number, run: number): readonly Item[] =>
  items.map((item, index) => withLink(item, { item: index, input, run }));

/** Links to items of the present run without saying so, as those of other nodes are. */
export const withoutPresentRun = (outputs: ItemLists, run: number): ItemLists => {
  const plainLink = (link: PairedItem): PairedItem => {
    if (Array.isArray(link)) return link.map((one) => plainLink(one) as number | PairedItemReference);
    return typeof link === 'object' && link.run === run ? linkTo(link.item, link.input ?? 0) : link;
  };
  return outputs.map(
    (items) =>
      items?.map((item) => {
        const { pairedItem } = item;
        return typeof pairedItem === 'object' ? withLink(item, plainLink(pairedItem)) : item;
      }) ?? null,
  );
};

/** Items of one input, each linked to itself. The same list where all links fit already, as in a chain that keeps its items in place. */
export const linkedToThemselves = (items: readonly Item[], input: number): readonly Item[] => {
  let linked: Item[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!;
    if (pointsAt(item.pairedItem, index, input)) linked?.push(item);
    else {
      linked ??= items.slice(0, index);
      linked.push(withLink(item, linkTo(index, input)));
    }
  }
  return linked ?? items;
};

/**
 * Links the items that a node left without one: to the only input item if there is but one, else by position if there is one input and
 * one output with as many items. Other items stay without a link.
 */
export const linkOutputs = (outputs: ItemLists, inputs: readonly (readonly Item[] | null)[]): ItemLists => {
  let total = 0;
  let only = -1;
  let used = 0;
  for (const [index, items] of inputs.entries()) {
    if (!items?.length) continue;
    total += items.length;
    only = index;
    used++;
  }
  if (used !== 1) return outputs;
  const input = only;
  if (total === 1) return outputs.map((items) => items && linkMissing(items, () => linkTo(0, input)));
  const [first] = outputs;
  if (outputs.length !== 1 || first?.length !== total) return outputs;
  return [linkMissing(first, (index) => linkTo(index, input))];
};

const linkMissing = (items: Item[], link: (index: number) => PairedItem): Item[] => {
  if (items.every((item) => item.pairedItem !== undefined)) return items;
  return items.map((item, index) => (item.pairedItem === undefined ? withLink(item, link(index)) : item));
};

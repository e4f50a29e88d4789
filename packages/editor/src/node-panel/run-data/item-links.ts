import type { Item } from '@millrace/contract';
import { createContext, type PointerEvent, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FieldSource } from './drag-field.ts';
import type { IndexedItem } from './table.ts';

/** One item of one input, both counted from 0. */
interface InputItem {
  input: number;
  item: number;
}

type Hovered = { side: 'input'; at: InputItem } | { side: 'output'; from: readonly InputItem[] };

export type HoveredItem = StoreApi<{ hovered: Hovered | null }>;

export const createHoveredItem = (): HoveredItem => createStore(() => ({ hovered: null }));

/** Which item is pointed at, among what went into a node and what came out of it. */
export const HoveredItemContext = createContext<HoveredItem>(createHoveredItem());

/** The items that an output item was made of. */
export const inputItemsOf = ({ pairedItem }: Item): InputItem[] => {
  const links = pairedItem === undefined ? [] : Array.isArray(pairedItem) ? pairedItem : [pairedItem];
  return links.map((link) => (typeof link === 'number' ? { input: 0, item: link } : { input: 0, ...link }));
};

const nothing: ReadonlySet<number> = new Set();

const linkedTo = (
  hovered: Hovered | null,
  { link }: FieldSource,
  items: readonly IndexedItem[],
): ReadonlySet<number> => {
  if (hovered === null || link === undefined) return nothing;
  if (link === 'output') {
    if (hovered.side === 'output') return nothing;
    const { input, item } = hovered.at;
    const made = items.filter((one) =>
      inputItemsOf(one.item).some((from) => from.input === input && from.item === item),
    );
    return new Set(made.map(({ index }) => index));
  }
  if (hovered.side === 'input') return nothing;
  return new Set(hovered.from.filter(({ input }) => input === link.input).map(({ item }) => item));
};

/**
 * Which of the shown items belong to the one that is pointed at on the other side, and what tells which one is pointed at on this side. The
 * elements of items say by `data-item` whose they are.
 * @param items those that are shown, not all of a large result
 */
export const useItemLinks = (source: FieldSource, items: readonly IndexedItem[]) => {
  const store = useContext(HoveredItemContext);
  const hovered = useStore(store, (state) => state.hovered);
  const { link } = source;
  const handlers = useMemo(() => {
    if (link === undefined) return {};
    let last: string | undefined;
    return {
      onPointerOver: ({ target }: PointerEvent) => {
        const at = target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset.item : undefined;
        if (at === last) return;
        last = at;
        const index = Number(at);
        const found = at === undefined ? undefined : items.find((one) => one.index === index);
        if (!found) store.setState({ hovered: null });
        else if (link === 'output') store.setState({ hovered: { side: 'output', from: inputItemsOf(found.item) } });
        else store.setState({ hovered: { side: 'input', at: { input: link.input, item: index } } });
      },
      onPointerLeave: () => {
        last = undefined;
        store.setState({ hovered: null });
      },
    };
  }, [link, items, store]);
  return { linked: useMemo(() => linkedTo(hovered, source, items), [hovered, source, items]), handlers };
};

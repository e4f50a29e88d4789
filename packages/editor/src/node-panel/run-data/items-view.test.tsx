import { MantineProvider } from '@mantine/core';
import type { Item } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ItemsView } from './ItemsView.tsx';
import { createHoveredItem, HoveredItemContext } from './item-links.ts';

afterEach(cleanup);

const show = (items: readonly Item[], onChoose?: (item: number) => void) =>
  render(
    <MantineProvider env="test">
      <ItemsView items={items} source={{ isInput: true }} onChoose={onChoose} />
    </MantineProvider>,
  );
const people: Item[] = ['Ada', 'Grace', 'Alan'].map((name) => ({ json: { name, more: { deep: `${name}!` } } }));

it('shows a row for each item and tells which one is chosen', async () => {
  const choose = vi.fn();
  show(people, choose);
  expect(screen.getByText('3 items')).toBeTruthy();
  await userEvent.click(screen.getByRole('cell', { name: 'Grace' }));
  expect(choose).toHaveBeenCalledWith(1);
});

it('shows the schema of one item that is mostly made of objects, such as a call, for its fields to be taken from', () => {
  const call = { headers: { host: 'a' }, params: {}, query: { id: '7' }, body: {}, webhookUrl: 'https://a.example' };
  show([{ json: call }]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Schema' }).checked).toBe(true);
  cleanup();
  show([{ json: call }, { json: call }]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Table' }).checked).toBe(true);
});

it('shows JSON that can be folded', async () => {
  show(people);
  await userEvent.click(screen.getByText('JSON'));
  expect(screen.getByText('"Ada!"')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Fold more' })[0]!);
  expect(screen.queryByText('"Ada!"')).toBeNull();
});

it('finds items by any value in them', async () => {
  show(people);
  await userEvent.click(screen.getByRole('button', { name: 'Search items' }));
  await userEvent.keyboard('alan!');
  expect(screen.getByText('1 of 3 items')).toBeTruthy();
  expect(screen.queryByRole('cell', { name: 'Ada' })).toBeNull();
  await userEvent.keyboard(' nobody');
  expect(screen.getByText('No item contains “alan! nobody”.')).toBeTruthy();
});

it('asks before it shows a lot of data', async () => {
  show([{ json: { text: 'x'.repeat(limits.maxDisplayDataSize) } }]);
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Display data anyway' }));
  expect(screen.getByRole('table')).toBeTruthy();
});

it('mounts only the rows on screen', async () => {
  show(Array.from({ length: 1000 }, (_, id) => ({ json: { id } })));
  await userEvent.click(screen.getByRole('combobox', { name: 'Items a page' }));
  await userEvent.click(screen.getByRole('option', { name: '1000' }));
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

const both = (input: readonly Item[], output: readonly Item[]) =>
  render(
    <MantineProvider env="test">
      <HoveredItemContext value={createHoveredItem()}>
        <section aria-label="Input">
          <ItemsView items={input} source={inputSource} />
        </section>
        <section aria-label="Output">
          <ItemsView items={output} source={outputSource} />
        </section>
      </HoveredItemContext>
    </MantineProvider>,
  );
const inputSource = { isInput: true, link: { input: 0 } } as const;
const outputSource = { isInput: false, link: 'output' } as const;
const linkedIn = (side: string): string[] =>
  [...screen.getByRole('region', { name: side }).querySelectorAll('[data-linked] td:first-child')].map(
    (cell) => cell.textContent ?? '',
  );

it('shows which items were made of the one that is pointed at, and what it was made of', async () => {
  both(people, [
    { json: { of: 'Grace' }, pairedItem: { item: 1 } },
    { json: { of: 'both' }, pairedItem: [0, { item: 1 }] },
    { json: { of: 'the other input' }, pairedItem: { item: 1, input: 1 } },
  ]);
  await userEvent.hover(screen.getByRole('cell', { name: 'both' }));
  expect(linkedIn('Input')).toEqual(['1', '2']);
  expect(linkedIn('Output')).toEqual([]);
  expect(screen.getByTitle('Made of items 1, 2')).toBeTruthy();
  await userEvent.hover(screen.getAllByRole('cell', { name: 'Grace' })[0]!);
  expect(linkedIn('Output')).toEqual(['1', '2']);
  await userEvent.hover(screen.getByRole('cell', { name: 'the other input' }));
  expect(linkedIn('Input')).toEqual([]);
});

import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { quickChartNode } from './quick-chart.node.ts';

const png = { headers: { 'content-type': 'image/png; x=1' }, body: new Uint8Array([1, 2, 3]) };

const draw = async (parameters: object, items: object[] = [{ v: [1, 2] }, { v: [3, 4] }], http: object[] = [png]) =>
  runNode(quickChartNode, {
    parameters: { data: '={{ $json.v }}', ...parameters },
    items: items as { v: number[] }[],
    host: { http },
  });

test('one chart of all items, as a file', async () => {
  const labelsUi = { labelsValues: [{ label: 'A' }, { label: '={{ ["B", "C"] }}' }] };
  const { items, host, error } = await draw({ labelsUi, chartOptions: { width: 200, format: 'png' } });
  expect(error?.message).toBeUndefined();
  const dataset = { label: 'Chart', type: 'bar' };
  const chart = {
    type: 'bar',
    data: {
      labels: ['A', 'B', 'C'],
      datasets: [
        { ...dataset, data: [1, 2] },
        { ...dataset, data: [3, 4] },
      ],
    },
  };
  expect(items[0]).toMatchObject({ json: { chart }, pairedItem: [{ item: 0 }, { item: 1 }] });
  expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/png', fileName: 'chart.png' });
  const { searchParams } = new URL(String(host.requests[0]?.url));
  expect(JSON.parse(searchParams.get('chart') ?? '')).toEqual(chart);
  expect(searchParams.get('width')).toBe('200');
});

test('charts may lie, with looks of their own and labels as JSON', async () => {
  const { json } = await draw({
    chartType: 'boxplot',
    labelsMode: 'array',
    labelsArray: '["A"]',
    chartOptions: { horizontal: true },
    datasetOptions: { label: 'Mine', pointStyle: 'star', borderColor: '#000000' },
  });
  expect(json[0]?.chart).toMatchObject({
    type: 'horizontalBoxplot',
    data: { labels: ['A'], datasets: [{ label: 'Mine', itemStyle: 'star', borderColor: '#000000' }, {}] },
  });
});

test('what the service says is told; labels that are none, too; nothing comes of nothing', async () => {
  const failed = await draw({}, undefined, [{ status: 400, body: 'bad chart' }]);
  expect(failed.error?.message).toContain('QuickChart could not draw the chart');
  expect((await draw({ labelsMode: 'array', labelsArray: 'x' })).error?.message).toBe('The labels are not a list');
  expect((await draw({}, [])).json).toEqual([]);
});

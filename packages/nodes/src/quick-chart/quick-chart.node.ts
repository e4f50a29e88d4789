import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError, toJsonValue } from '@millrace/engine/node-api';
import { quickChartParameters } from './parameters.ts';

const address = 'https://quickchart.io/chart';

type Context = ExecuteContext<typeof quickChartParameters>;

export const quickChartNode = defineNode({
  name: 'core.quickChart',
  displayName: 'QuickChart',
  aliases: ['n8n-nodes-base.quickChart'],
  description: 'Creates a chart image with the QuickChart service',
  versions: [1],
  defaultVersion: 1,
  group: ['output'],
  defaults: { name: 'QuickChart', color: '#2f9457' },
  subtitle: '={{ $parameter.chartType }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Analytics'],
    alias: ['chart', 'diagram', 'graph', 'plot', 'picture', 'image', 'bar', 'pie', 'line'],
  },
  parameters: quickChartParameters,
  execute: async (context) => {
    if (context.items.length === 0) return [[]];
    const datasets = context.items.map((_, index) => datasetOf(context, index));
    const chart: JsonObject = {
      type: datasets.at(-1)?.type ?? 'bar',
      data: { labels: labelsOf(context), datasets },
    };
    const response = await context.http({ method: 'GET', url: addressOf(context, chart), signal: context.signal });
    if (response.status >= 400) {
      throw new NodeError('QuickChart could not draw the chart', {
        httpCode: String(response.status),
        description: (await response.text()).slice(0, 300),
      });
    }
    const { format = 'png' } = context.parameter('chartOptions');
    const file = await context.binary.write(await response.bytes(), {
      fileName: `chart.${format}`,
      mimeType: String(response.headers['content-type'] ?? `image/${format}`).split(';')[0] ?? '',
    });
    const result: Item = {
      json: { chart },
      binary: { [context.parameter('output')]: file },
      pairedItem: context.items.map((_, item) => ({ item })),
    };
    return [[result]];
  },
});

/** A list, or its JSON. */
const listOf = (value: Json | undefined, what: string): Json[] => {
  const list = typeof value === 'string' ? parsed(value) : value;
  if (Array.isArray(list)) return list;
  throw new NodeError(`The ${what} are not a list`, { description: 'Write them as JSON: ["a", "b"].' });
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const labelsOf = (context: Context): Json[] => {
  if (context.parameter('labelsMode') === 'array') return listOf(context.parameter('labelsArray'), 'labels');
  return (context.parameter('labelsUi').labelsValues ?? []).flatMap(({ label }): Json[] => [label ?? ''].flat());
};

const datasetOf = (context: Context, index: number): JsonObject & { type: string } => {
  const { backgroundColor, borderColor, fill, label, pointStyle } = context.parameter('datasetOptions', index);
  const { horizontal } = context.parameter('chartOptions', index);
  const chosenType = context.parameter('chartType', index);
  const mayLie = ['bar', 'boxplot', 'violin'].includes(chosenType);
  const type = horizontal && mayLie ? `horizontal${chosenType[0]?.toUpperCase()}${chosenType.slice(1)}` : chosenType;
  const styleName = /boxplot|violin/i.test(type) ? 'itemStyle' : 'pointStyle';
  const dataset = {
    label: label || 'Chart',
    data: toJsonValue(context.parameter('data', index)),
    backgroundColor,
    borderColor,
    type,
    fill,
    [styleName]: pointStyle,
  };
  return Object.fromEntries(Object.entries(dataset).filter(([, value]) => value !== undefined)) as JsonObject & {
    type: string;
  };
};

const addressOf = (context: Context, chart: JsonObject): string => {
  const { horizontal: _, ...options } = context.parameter('chartOptions');
  const query = new URLSearchParams({ chart: JSON.stringify(chart) });
  for (const [name, value] of Object.entries(options)) if (value !== '') query.set(name, String(value));
  return `${address}?${query}`;
};

import type { ParameterDefinition } from '@millrace/contract/data';

/** Which charts know which options. */
const horizontalCharts = ['bar', 'boxplot', 'violin'];
const filledCharts = ['line'];
const pointCharts = ['line', 'boxplot', 'violin', 'scatter', 'radar', 'bubble'];

const pointStyles = [
  'circle',
  'cross',
  'crossRot',
  'dash',
  'line',
  'rect',
  'rectRot',
  'rectRounded',
  'star',
  'triangle',
];

const color = (displayName: string, name: string, description: string) =>
  ({
    displayName,
    name,
    type: 'color',
    typeOptions: { showAlpha: true },
    default: '',
    description,
  }) as const satisfies ParameterDefinition;

export const quickChartParameters = [
  {
    displayName: 'Chart type',
    name: 'chartType',
    type: 'options',
    options: [
      { name: 'Bar chart', value: 'bar' },
      { name: 'Doughnut chart', value: 'doughnut' },
      { name: 'Line chart', value: 'line' },
      { name: 'Pie chart', value: 'pie' },
      { name: 'Polar chart', value: 'polarArea' },
      { name: 'Radar chart', value: 'radar' },
      { name: 'Scatter chart', value: 'scatter' },
      { name: 'Bubble chart', value: 'bubble' },
      { name: 'Box plot', value: 'boxplot' },
      { name: 'Violin', value: 'violin' },
    ],
    default: 'bar',
  },
  {
    displayName: 'Add labels',
    name: 'labelsMode',
    type: 'options',
    options: [
      { name: 'Manually', value: 'manually' },
      { name: 'From array', value: 'array' },
    ],
    default: 'manually',
  },
  {
    displayName: 'Labels',
    name: 'labelsUi',
    type: 'fixedCollection',
    placeholder: 'Add label',
    typeOptions: { multipleValues: true, sortable: true },
    default: {},
    options: [
      {
        name: 'labelsValues',
        displayName: 'Label',
        values: [{ displayName: 'Label', name: 'label', type: 'string', keepsType: true, default: '' }],
      },
    ],
    displayOptions: { show: { labelsMode: ['manually'] } },
  },
  {
    displayName: 'Labels array',
    name: 'labelsArray',
    type: 'string',
    keepsType: true,
    required: true,
    default: '',
    placeholder: '["Berlin", "Paris"]',
    displayOptions: { show: { labelsMode: ['array'] } },
  },
  {
    displayName: 'Data',
    name: 'data',
    type: 'json',
    default: '',
    placeholder: '[60, 10, 12, 20]',
    required: true,
    description: 'The values of the chart. Each item adds a set of them.',
  },
  {
    displayName: 'Put output in field',
    name: 'output',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The binary field to put the image in',
  },
  {
    displayName: 'Chart options',
    name: 'chartOptions',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      color('Background color', 'backgroundColor', 'The background of the image'),
      {
        displayName: 'Device pixel ratio',
        name: 'devicePixelRatio',
        type: 'number',
        typeOptions: { minValue: 1, maxValue: 2 },
        default: 2,
      },
      {
        displayName: 'Format',
        name: 'format',
        type: 'options',
        options: ['PNG', 'PDF', 'SVG', 'WebP'].map((name) => ({ name, value: name.toLowerCase() })),
        default: 'png',
      },
      { displayName: 'Height', name: 'height', type: 'number', default: 300 },
      {
        displayName: 'Horizontal',
        name: 'horizontal',
        type: 'boolean',
        default: false,
        description: 'Whether to draw horizontal bars',
        displayOptions: { show: { '/chartType': horizontalCharts } },
      },
      { displayName: 'Width', name: 'width', type: 'number', default: 500 },
    ],
  },
  {
    displayName: 'Dataset options',
    name: 'datasetOptions',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      color('Background color', 'backgroundColor', 'The color of bars, or of the area below a line'),
      color('Border color', 'borderColor', 'The color of lines'),
      {
        displayName: 'Fill',
        name: 'fill',
        type: 'boolean',
        default: true,
        description: 'Whether to fill the area below a line',
        displayOptions: { show: { '/chartType': filledCharts } },
      },
      { displayName: 'Label', name: 'label', type: 'string', default: '' },
      {
        displayName: 'Point style',
        name: 'pointStyle',
        type: 'options',
        options: pointStyles.map((value) => ({ name: value, value })),
        default: 'circle',
        displayOptions: { show: { '/chartType': pointCharts } },
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];

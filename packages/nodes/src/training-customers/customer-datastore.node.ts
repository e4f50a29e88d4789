import { defineNode } from '@millrace/engine/node-api';

/** Made up for these nodes. One has no country, so that lessons on missing values have something to find. */
const customers = [
  {
    id: '40110271',
    name: 'Mira Halvorsen',
    email: 'mira@fjordlight.example',
    notes: 'Asks for a quieter delivery van',
    country: 'NO',
    created: '2019-03-14',
  },
  {
    id: '40110272',
    name: 'Tomás Iriarte',
    email: 'tomas@granja-azul.example',
    notes: 'Two accounts with the same street',
    country: 'CO',
    created: '2020-11-02',
  },
  {
    id: '40110273',
    name: 'Odette Brillant',
    email: 'odette@maison-brillant.example',
    notes: 'Pays the day an invoice arrives',
    country: 'US',
    created: '2018-07-21',
  },
  {
    id: '40110274',
    name: 'Captain Ferro',
    email: 'captain@nowhere-at-sea.example',
    notes: 'Changes address with the tide',
    country: null,
    created: '2021-01-30',
  },
  {
    id: '40110275',
    name: 'Priya Nambiar',
    email: 'priya@lanternworks.example',
    notes: 'Wants everything as a spreadsheet',
    country: 'UK',
    created: '2022-05-09',
  },
];

/** The data store that public lessons begin with. */
export const customerDatastoreNode = defineNode({
  name: 'core.trainingCustomerDatastore',
  displayName: 'Customer Datastore (training)',
  aliases: ['n8n-nodes-base.n8nTrainingCustomerDatastore'],
  description: 'Returns sample customers for learning',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Customer Datastore (training)', color: '#2f9457' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['example', 'sample', 'lesson', 'test data', 'customers'],
  },
  parameters: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      options: [
        { name: 'Get one person', value: 'getOnePerson', action: 'Get one person' },
        { name: 'Get all people', value: 'getAllPeople', action: 'Get all people' },
      ],
      default: 'getOnePerson',
    },
    {
      displayName: 'Return all',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a limit',
      displayOptions: { show: { operation: ['getAllPeople'] } },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
      default: 5,
      description: 'The maximum number of results to return',
      displayOptions: { show: { operation: ['getAllPeople'], returnAll: [false] } },
    },
  ],
  execute: (context) =>
    context.forEachItem((_item, index) => {
      if (context.parameter('operation') === 'getOnePerson') return { json: { ...customers[0] } };
      const count = context.parameter('returnAll', index) ? customers.length : context.parameter('limit', index);
      return customers.slice(0, Math.max(0, count)).map((customer) => ({ json: { ...customer } }));
    }),
});

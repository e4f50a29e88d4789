/** One package in every style of the public interface. Its nodes talk to the service at the address in their parameter or credential. */

const described = (name: string, more: string): string => `
    this.description = {
      displayName: '${name}', name: '${name[0]!.toLowerCase()}${name.slice(1)}', group: ['transform'], version: 1,
      description: 'A ${name}', defaults: { name: '${name}' }, inputs: ['main'], outputs: ['main'], ${more}
    };`;

const url = `{ displayName: 'URL', name: 'url', type: 'string', default: '' }`;
const trigger = `group: ['trigger'], inputs: [],`;

const programmatic = `
const { NodeConnectionTypes } = require('n8n-workflow');
exports.Thing = class {
  constructor() { ${described(
    'Thing',
    `inputs: [NodeConnectionTypes.Main], credentials: [{ name: 'allApi', required: true }], usableAsTool: true,
     properties: [${url}, { displayName: 'Id', name: 'id', type: 'string', default: '' }],`,
  )} }
  async execute() {
    const out = [];
    for (let i = 0; i < this.getInputData().length; i++) {
      const json = await this.helpers.httpRequestWithAuthentication.call(this, 'allApi', {
        url: this.getNodeParameter('url', i) + '/things/' + this.getNodeParameter('id', i), json: true });
      const data = await this.helpers.prepareBinaryData(Buffer.from('file of ' + json.id), 'a.txt', 'text/plain');
      out.push({ json, binary: { data }, pairedItem: { item: i } });
    }
    return [out];
  }
};`;

const versioned = `
const { VersionedNodeType } = require('n8n-workflow');
const base = { displayName: 'Many', name: 'many', group: ['transform'], description: 'Many', defaultVersion: 2 };
const version = (number) => ({
  description: { ...base, version: number, defaults: { name: 'Many' }, inputs: ['main'], outputs: ['main'], properties: [] },
  async execute() { return [[{ json: { version: number } }]]; },
});
exports.Many = class extends VersionedNodeType {
  constructor() { super({ 1: version(1), 2: version(2) }, base); }
};`;

const declarative = `
exports.Contacts = class {
  constructor() { ${described(
    'Contacts',
    `credentials: [{ name: 'allApi', required: true }],
     requestDefaults: { baseURL: '={{ $credentials.server }}', headers: { Accept: 'application/json' } },
     properties: [{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, default: 'list', options: [
       { name: 'List', value: 'list', routing: { request: { method: 'GET', url: '/contacts' }, send: { paginate: true },
         operations: { pagination: { type: 'offset', properties: { limitParameter: 'limit', offsetParameter: 'offset', pageSize: 2, rootProperty: 'data', type: 'query' } } } } } ] }],`,
  )} }
};`;

const polling = `
exports.News = class {
  constructor() { ${described('News', `${trigger} polling: true, properties: [${url}],`)} }
  async poll() {
    const kept = this.getWorkflowStaticData('node');
    const list = await this.helpers.request({ uri: this.getNodeParameter('url') + '/news', qs: { after: kept.last ?? 0 }, json: true });
    if (list.length === 0) return null;
    kept.last = list[list.length - 1].id;
    return [this.helpers.returnJsonArray(list)];
  }
};`;

const listening = `
const http = require('node:http');
exports.Bell = class {
  constructor() { ${described('Bell', `${trigger} properties: [${url}],`)} }
  async trigger() {
    const request = http.get(this.getNodeParameter('url') + '/bell', (response) => {
      response.setEncoding('utf8').on('data', (name) => this.emit([this.helpers.returnJsonArray({ name })]));
    });
    request.on('error', () => {});
    return { closeFunction: async () => request.destroy() };
  }
};`;

const webhook = `
exports.Hook = class {
  constructor() {
    ${described(
      'Hook',
      `${trigger} webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
       properties: [${url}, { displayName: 'Event', name: 'event', type: 'options', default: 'made', typeOptions: { loadOptionsMethod: 'events' } }],`,
    )}
    this.methods = {
      loadOptions: { async events() { return [{ name: 'Made', value: 'made' }]; } },
      listSearch: { async find(filter, token) { return { results: [{ name: filter + (token ?? ''), value: 1 }] }; } },
      resourceMapping: { async columns() { return { fields: [{ id: 'a', displayName: 'A', required: false, defaultMatch: false, display: true, type: 'string' }] }; } },
    };
    const base = (context) => context.getNodeParameter('url') + '/hooks';
    this.webhookMethods = { default: {
      async checkExists() { return this.getWorkflowStaticData('node').id !== undefined; },
      async create() {
        const { id } = await this.helpers.httpRequest({ method: 'POST', url: base(this), body: { url: this.getNodeWebhookUrl('default') } });
        this.getWorkflowStaticData('node').id = id;
        return true;
      },
      async delete() {
        await this.helpers.httpRequest({ method: 'DELETE', url: base(this) + '/' + this.getWorkflowStaticData('node').id });
        delete this.getWorkflowStaticData('node').id;
        return true;
      },
    } };
  }
  async webhook() {
    if (this.getHeaderData()['x-secret'] !== 'yes') {
      this.getResponseObject().status(401).json({ no: true });
      return { noWebhookResponse: true };
    }
    return { workflowData: [this.helpers.returnJsonArray([this.getBodyData()])] };
  }
};`;

const credential = `
exports.AllApi = class {
  constructor() {
    this.name = 'allApi';
    this.displayName = 'All API';
    this.properties = [
      { displayName: 'Token', name: 'token', type: 'hidden', typeOptions: { expirable: true }, default: '' },
      { displayName: 'Server', name: 'server', type: 'string', default: '' },
      { displayName: 'Key', name: 'key', type: 'string', typeOptions: { password: true }, default: '' },
    ];
    this.authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } } };
    this.test = { request: { baseURL: '={{$credentials.server}}', url: '/me' } };
  }
  async preAuthenticate(credentials) {
    const { token } = await this.helpers.httpRequest({ method: 'POST', url: credentials.server + '/session', body: { key: credentials.key }, json: true });
    return { token };
  }
};`;

export const packageOfAllStyles: Readonly<Record<string, string>> = {
  'Thing.node.js': programmatic,
  'Many.node.js': versioned,
  'Contacts.node.js': declarative,
  'News.node.js': polling,
  'Bell.node.js': listening,
  'Hook.node.js': webhook,
  'AllApi.credentials.js': credential,
};

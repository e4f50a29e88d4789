/** Packages in the styles of the public interface, as they are written: files in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @param files path → text. `package.json` names nodes and credentials by their files */
export const writePackage = (files: Readonly<Record<string, string>>, name = 'n8n-nodes-thing'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ending = (text: string) => Object.keys(files).filter((file) => file.endsWith(text));
  const n8n = { nodes: ending('.node.js'), credentials: ending('.credentials.js') };
  const all = { 'package.json': JSON.stringify({ name, version: '1.2.3', n8n }), ...files };
  for (const [file, text] of Object.entries(all)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
};

/** Fields that every description has. */
export const basics = (name: string, more = ''): string => `
  displayName: '${name}', name: '${name[0]?.toLowerCase()}${name.slice(1)}', group: ['transform'], version: 1,
  description: 'A ${name}', defaults: { name: '${name}' }, inputs: ['main'], outputs: ['main'], ${more}`;

export const programmatic = `
const { NodeOperationError, NodeConnectionTypes } = require('n8n-workflow');
class Thing {
  constructor() {
    this.description = {${basics('Thing')}
      inputs: [NodeConnectionTypes.Main],
      credentials: [{ name: 'thingApi', required: true }],
      usableAsTool: true,
      properties: [
        { displayName: 'Operation', name: 'operation', type: 'options', default: 'get', options: [
          { name: 'Get', value: 'get' }, { name: 'Upload', value: 'upload' }, { name: 'Fail', value: 'fail' }, { name: 'Broken', value: 'broken' } ] },
        { displayName: 'Id', name: 'id', type: 'string', default: '' },
        { displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [
          { displayName: 'Limit', name: 'limit', type: 'number', default: 5 } ] },
      ],
    };
  }
  async execute() {
    const items = this.getInputData();
    const out = [];
    for (let i = 0; i < items.length; i++) {
      try {
        const operation = this.getNodeParameter('operation', i);
        const id = this.getNodeParameter('id', i);
        const limit = this.getNodeParameter('options.limit', i, 7);
        if (operation === 'fail') throw new NodeOperationError(this.getNode(), 'No such thing', { itemIndex: i, description: 'Look elsewhere' });
        if (operation === 'upload') {
          const about = this.helpers.assertBinaryData(i, 'data');
          const body = await this.helpers.getBinaryDataBuffer(i, 'data');
          const json = await this.helpers.httpRequest({ method: 'PUT', url: 'https://thing.example/files', body, headers: { 'content-type': about.mimeType } });
          const file = await this.helpers.prepareBinaryData(Buffer.from('back'), 'back.txt', 'text/plain');
          out.push({ json, binary: { data: file }, pairedItem: { item: i } });
          continue;
        }
        const url = operation === 'broken' ? '/broken' : '/things/' + id;
        const answer = await this.helpers.httpRequestWithAuthentication.call(this, 'thingApi', { method: 'GET', baseURL: 'https://thing.example', url, qs: { limit }, json: true });
        out.push(...this.helpers.constructExecutionMetaData(this.helpers.returnJsonArray(answer), { itemData: { item: i } }));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        out.push({ json: { error: error.message }, pairedItem: { item: i } });
      }
    }
    return [out];
  }
}
exports.Thing = Thing;`;

export const versioned = `
const { VersionedNodeType } = require('n8n-workflow');
class Old { constructor(base) { this.description = { ...base, version: [1, 1.1], defaults: { name: 'Old' }, inputs: ['main'], outputs: ['main'], properties: [] }; }
  async execute() { return [[{ json: { version: this.getNode().typeVersion } }]]; } }
class New { constructor(base) { this.description = { ...base, version: 2, defaults: { name: 'New' }, inputs: ['main'], outputs: ['main'], properties: [] }; }
  async execute() { return [[{ json: { new: true, helper: this.helper() } }]]; }
  helper() { return 'own method'; } }
exports.Many = class Many extends VersionedNodeType {
  constructor() {
    const base = { displayName: 'Many', name: 'many', group: ['transform'], description: 'Many', defaultVersion: 2 };
    const old = new Old(base);
    super({ 1: old, 1.1: old, 2: new New(base) }, base);
  }
};`;

export const declarative = `
exports.Contacts = class Contacts {
  constructor() {
    this.description = {${basics('Contacts')}
      credentials: [{ name: 'thingApi', required: true }],
      requestDefaults: { baseURL: 'https://crm.example', headers: { Accept: 'application/json' } },
      properties: [
        { displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, default: 'list', options: [
          { name: 'List', value: 'list', routing: { request: { method: 'GET', url: '/contacts' },
            operations: { pagination: { type: 'offset', properties: { limitParameter: 'limit', offsetParameter: 'offset', pageSize: 2, rootProperty: 'data', type: 'query' } } },
            send: { paginate: true } } },
          { name: 'Create', value: 'create', routing: { request: { method: 'POST', url: '/contacts' } } } ] },
        { displayName: 'Name', name: 'name', type: 'string', default: '', displayOptions: { show: { operation: ['create'] } },
          routing: { send: { type: 'body', property: 'name', preSend: [async function (options) { options.body.from = this.getNode().name; return options; }] } } },
      ],
    };
  }
};`;

export const polling = `
exports.News = class News {
  constructor() {
    this.description = {${basics('News', "group: ['trigger'], inputs: [],")} polling: true,
      properties: [{ displayName: 'Feed', name: 'feed', type: 'string', default: 'a' }] };
  }
  async poll() {
    const kept = this.getWorkflowStaticData('node');
    const feed = this.getNodeParameter('feed');
    const list = await this.helpers.request({ uri: 'https://news.example/' + feed, qs: { after: kept.last ?? 0 }, json: true });
    if (list.length === 0) return null;
    if (this.getMode() !== 'manual') kept.last = list[list.length - 1].id;
    return [this.helpers.returnJsonArray(list)];
  }
};`;

export const listening = `
exports.Bell = class Bell {
  constructor() {
    this.description = {${basics('Bell', "group: ['trigger'], inputs: [],")} properties: [] };
  }
  async trigger() {
    const bell = globalThis.bellOfTheTest;
    const ring = (name) => this.emit([this.helpers.returnJsonArray({ name })]);
    bell.on('ring', ring);
    return { closeFunction: async () => { bell.off('ring', ring); bell.emit('closed'); } };
  }
};`;

export const webhook = `
exports.Hook = class Hook {
  constructor() {
    this.description = {${basics('Hook', "group: ['trigger'], inputs: [],")}
      webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
      properties: [{ displayName: 'Event', name: 'event', type: 'options', default: 'made', typeOptions: { loadOptionsMethod: 'events' } }] };
    this.methods = {
      loadOptions: { async events() { return (await this.helpers.httpRequest({ url: 'https://hook.example/events' })).map((name) => ({ name, value: name })); } },
      listSearch: { async find(filter, token) { return { results: [{ name: filter + (token ?? ''), value: 1 }], paginationToken: token ? undefined : 2 }; } },
      resourceMapping: { async columns() { return { fields: [{ id: 'a', displayName: 'A', required: false, defaultMatch: false, display: true, type: 'string' }] }; } },
    };
    this.webhookMethods = { default: {
      async checkExists() {
        const { id } = this.getWorkflowStaticData('node');
        if (!id) return false;
        return (await this.helpers.httpRequest({ url: 'https://hook.example/hooks' })).some((hook) => hook.id === id);
      },
      async create() {
        const { id } = await this.helpers.httpRequest({ method: 'POST', url: 'https://hook.example/hooks', body: { url: this.getNodeWebhookUrl('default'), event: this.getNodeParameter('event') } });
        this.getWorkflowStaticData('node').id = id;
        return true;
      },
      async delete() {
        const kept = this.getWorkflowStaticData('node');
        await this.helpers.httpRequest({ method: 'DELETE', url: 'https://hook.example/hooks/' + kept.id });
        delete kept.id;
        return true;
      },
    } };
  }
  async webhook() {
    const body = this.getBodyData();
    if (body.challenge) { this.getResponseObject().status(200).send(body.challenge).end(); return { noWebhookResponse: true }; }
    if (this.getHeaderData()['x-secret'] !== 'yes') { this.getResponseObject().status(401).json({ no: true }); return { noWebhookResponse: true }; }
    return { workflowData: [this.helpers.returnJsonArray([body])] };
  }
};`;

export const credential = `
exports.ThingApi = class ThingApi {
  constructor() {
    this.name = 'thingApi';
    this.displayName = 'Thing API';
    this.properties = [
      { displayName: 'Token', name: 'sessionToken', type: 'hidden', typeOptions: { expirable: true }, default: '' },
      { displayName: 'Server', name: 'server', type: 'string', default: 'https://thing.example' },
      { displayName: 'Key', name: 'key', type: 'string', typeOptions: { password: true }, default: '' },
    ];
    this.authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.sessionToken}}' }, qs: { v: '2' } } };
    this.test = { request: { baseURL: '={{$credentials.server}}', url: '/me' }, rules: [{ type: 'responseSuccessBody', properties: { key: 'ok', value: false, message: 'Wrong key' } }] };
  }
  async preAuthenticate(credentials) {
    const { token } = await this.helpers.httpRequest({ method: 'POST', url: credentials.server + '/session', body: { key: credentials.key } });
    return { sessionToken: token };
  }
};`;

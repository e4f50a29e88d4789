import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { collection, entries, text, toggle } from '../../service/field.ts';
import { operation, type Tools } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { inRepository } from '../fields.ts';

const path = text('filePath', 'File path', {
  required: true,
  placeholder: 'docs/README.md',
  description: 'The full path from the root of the repository',
});

const person = (name: string, displayName: string) => ({
  name,
  displayName,
  values: [
    text('name', 'Name', { description: "The person's name" }),
    text('email', 'Email', { placeholder: 'name@email.com', description: "The person's email address" }),
  ],
});

const commit = [
  text('commitMessage', 'Commit message', { required: true }),
  {
    ...entries('additionalParameters', 'Additional parameters', person('author', 'Author'), {
      placeholder: 'Add parameter',
      typeOptions: {},
    }),
    options: [
      person('author', 'Author'),
      {
        name: 'branch',
        displayName: 'Branch',
        values: [
          text('branch', 'Branch', {
            description: "The branch to commit to. Defaults to the repository's default branch.",
          }),
        ],
      },
      person('committer', 'Committer'),
    ],
  },
] as const;

const content = [
  toggle('binaryData', 'Binary file', { description: 'Whether to upload a file of the item instead of text' }),
  text('fileContent', 'File content', { required: true, displayOptions: { show: { binaryData: [false] } } }),
  text('binaryPropertyName', 'Input binary field', {
    default: 'data',
    required: true,
    displayOptions: { show: { binaryData: [true] } },
    description: 'The binary field that contains the file',
  }),
] as const;

const contents = '/repos/{owner}/{repository}/contents/{+filePath}';

type FileTools = Tools<readonly [...typeof inRepository, typeof path, ...typeof content, ...typeof commit]>;

const read = (tools: object, name: string): unknown => (tools as Tools).value(name as never);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Content as GitHub takes it. What is base64 already is sent as it is. */
const encodedContent = async (tools: FileTools): Promise<string> => {
  if (tools.value('binaryData')) {
    const bytes = await tools.context.binary.read(tools.file(tools.value('binaryPropertyName')));
    return Buffer.from(bytes).toString('base64');
  }
  const given = tools.value('fileContent');
  return given !== '' && base64.test(given) ? given : Buffer.from(given).toString('base64');
};

const commitBody = (tools: object): JsonObject => {
  const more = (read(tools, 'additionalParameters') ?? {}) as Record<string, JsonObject | undefined>;
  const branch = more.branch?.branch;
  return {
    message: String(read(tools, 'commitMessage')),
    ...(more.author && { author: more.author }),
    ...(more.committer && { committer: more.committer }),
    ...(branch && { branch }),
  };
};

/** A file that is replaced or deleted is named by what it holds. */
const currentSha = async (tools: Tools, branch: unknown): Promise<string> => {
  const file = await tools.request<{ sha?: string }>(`GET ${contents}`, { query: { ref: branch } });
  if (typeof file.sha !== 'string') throw new NodeError('The path leads to a folder, not to a file');
  return file.sha;
};

interface Content {
  content?: string;
  encoding?: string;
  path?: string;
}

export const file: Resource = {
  displayName: 'File',
  operations: {
    create: operation({
      name: 'Create',
      action: 'Create a file',
      fields: [...inRepository, path, ...content, ...commit],
      run: async (tools) =>
        tools.request(`PUT ${contents}`, { body: { ...commitBody(tools), content: await encodedContent(tools) } }),
    }),
    delete: operation({
      name: 'Delete',
      action: 'Delete a file',
      fields: [...inRepository, path, ...commit],
      run: async (tools) => {
        const body = commitBody(tools);
        const sha = await currentSha(tools as never, body.branch);
        return tools.request(`DELETE ${contents}`, { body: { ...body, sha } });
      },
    }),
    edit: operation({
      name: 'Edit',
      action: 'Edit a file',
      fields: [...inRepository, path, ...content, ...commit],
      run: async (tools) => {
        const body = commitBody(tools);
        const sha = await currentSha(tools as never, body.branch);
        return tools.request(`PUT ${contents}`, { body: { ...body, sha, content: await encodedContent(tools) } });
      },
    }),
    get: operation({
      name: 'Get',
      action: 'Get a file',
      readsOnly: true,
      fields: [
        ...inRepository,
        path,
        toggle('asBinaryProperty', 'As binary property', {
          default: true,
          description: 'Whether to return the file itself instead of its metadata',
        }),
        text('binaryPropertyName', 'Put output file in field', {
          default: 'data',
          required: true,
          displayOptions: { show: { asBinaryProperty: [true] } },
          description: 'The binary field to put the file in',
        }),
        collection('additionalParameters', 'Additional parameters', [
          text('reference', 'Reference', {
            placeholder: 'main',
            description: "The name of a branch, tag or commit. Defaults to the repository's default branch.",
          }),
        ]),
      ],
      run: async (tools) => {
        const query = { ref: tools.value('additionalParameters').reference };
        const found = await tools.request<Content | Content[]>(`GET ${contents}`, { query });
        if (!tools.value('asBinaryProperty')) return found;
        if (Array.isArray(found)) throw new NodeError('The path leads to a folder, not to a file');
        const fileName = found.path?.split('/').at(-1);
        // Large files come without their content.
        const stored =
          found.content && found.encoding === 'base64'
            ? await tools.context.binary.write(Buffer.from(found.content, 'base64'), { fileName })
            : await tools.download(
                `GET ${contents}`,
                { fileName },
                {
                  query,
                  headers: { accept: 'application/vnd.github.raw+json' },
                },
              );
        const { item } = tools;
        return tools.withFiles(item.json, { ...item.binary, [tools.value('binaryPropertyName')]: stored });
      },
    }),
    list: operation({
      name: 'List',
      action: 'List files',
      fields: [
        ...inRepository,
        text('filePath', 'Path', {
          placeholder: 'docs/',
          description: 'The path of the folder. Defaults to the root of the repository.',
        }),
      ],
      request: 'GET /repos/{owner}/{repository}/contents/{+filePath?}',
    }),
  },
};

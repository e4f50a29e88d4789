/** Additional fields of S3 operations, and the headers that they become. */
import type { ParameterDefinition } from '@millrace/contract/data';

const choose = (
  name: string,
  displayName: string,
  description: string,
  choices: Record<string, string>,
  fallback: string,
) =>
  ({
    name,
    displayName,
    type: 'options',
    default: fallback,
    description,
    options: Object.entries(choices).map(([value, label]) => ({ name: label, value })),
  }) satisfies ParameterDefinition;

const text = (name: string, displayName: string, description: string) =>
  ({ name, displayName, type: 'string', default: '', description }) satisfies ParameterDefinition;

export const requesterPays = {
  name: 'requesterPays',
  displayName: 'Requester pays',
  type: 'boolean',
  default: false,
  description: 'Whether you pay for the request and data transfer instead of the bucket owner',
} as const satisfies ParameterDefinition;

export const bucketAcl = choose(
  'acl',
  'ACL',
  'Who can access the bucket',
  {
    authenticatedRead: 'Authenticated read',
    private: 'Private',
    publicRead: 'Public read',
    publicReadWrite: 'Public read write',
  },
  'private',
);

export const storageClass = choose(
  'storageClass',
  'Storage class',
  'The storage class of the file',
  {
    deepArchive: 'Deep archive',
    glacier: 'Glacier',
    intelligentTiering: 'Intelligent tiering',
    onezoneIA: 'One zone IA',
    reducedRedundancy: 'Reduced redundancy',
    standard: 'Standard',
    standardIA: 'Standard IA',
  },
  'standard',
);

const directive = (name: string, displayName: string, what: string) =>
  choose(name, displayName, `Whether to copy or replace the ${what}`, { copy: 'Copy', replace: 'Replace' }, 'copy');

export const fileFields: readonly ParameterDefinition[] = [
  choose(
    'acl',
    'ACL',
    'Who can access the file',
    {
      authenticatedRead: 'Authenticated read',
      awsExecRead: 'AWS exec read',
      bucketOwnerFullControl: 'Bucket owner full control',
      bucketOwnerRead: 'Bucket owner read',
      private: 'Private',
      publicRead: 'Public read',
      publicReadWrite: 'Public read write',
    },
    'private',
  ),
  {
    name: 'lockLegalHold',
    displayName: 'Lock legal hold',
    type: 'boolean',
    default: false,
    description: 'Whether to put a legal hold on the file',
  },
  choose(
    'lockMode',
    'Lock mode',
    'The retention mode of the file',
    { governance: 'Governance', compliance: 'Compliance' },
    'governance',
  ),
  {
    name: 'lockRetainUntilDate',
    displayName: 'Lock retain until date',
    type: 'dateTime',
    default: '',
    description: 'The date until which the file is retained',
  },
  requesterPays,
  choose(
    'serverSideEncryption',
    'Server side encryption',
    'The server-side encryption',
    { AES256: 'AES256', 'aws:kms': 'AWS:KMS' },
    'AES256',
  ),
  text('serverSideEncryptionContext', 'Server side encryption context', 'The encryption context for KMS'),
  text('encryptionAwsKmsKeyId', 'Server side encryption AWS KMS key ID', 'The ID of the KMS key'),
  text('serversideEncryptionCustomerAlgorithm', 'Server side encryption customer algorithm', 'For example AES256'),
  text('serversideEncryptionCustomerKey', 'Server side encryption customer key', 'Your own key, as base64'),
  text(
    'serversideEncryptionCustomerKeyMD5',
    'Server side encryption customer key MD5',
    'The MD5 of your own key, as base64',
  ),
  storageClass,
];

export const copyFields: readonly ParameterDefinition[] = [
  directive('metadataDirective', 'Metadata directive', 'metadata'),
  directive('taggingDirective', 'Tagging directive', 'tags'),
];

/** `deepArchive` as `deep-archive`; letters in a row are one word. */
const kebab = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

const same = String;
const headers: Readonly<Record<string, [string, (value: unknown) => string]>> = {
  acl: ['x-amz-acl', (value) => kebab(String(value))],
  bucketObjectLockEnabled: ['x-amz-bucket-object-lock-enabled', same],
  encryptionAwsKmsKeyId: ['x-amz-server-side-encryption-aws-kms-key-id', same],
  lockLegalHold: ['x-amz-object-lock-legal-hold', () => 'ON'],
  lockMode: ['x-amz-object-lock-mode', (value) => String(value).toUpperCase()],
  lockRetainUntilDate: ['x-amz-object-lock-retain-until-date', same],
  metadataDirective: ['x-amz-metadata-directive', (value) => String(value).toUpperCase()],
  requesterPays: ['x-amz-request-payer', () => 'requester'],
  serverSideEncryption: ['x-amz-server-side-encryption', same],
  serverSideEncryptionContext: ['x-amz-server-side-encryption-context', same],
  serversideEncryptionCustomerAlgorithm: ['x-amz-server-side-encryption-customer-algorithm', same],
  serversideEncryptionCustomerKey: ['x-amz-server-side-encryption-customer-key', same],
  serversideEncryptionCustomerKeyMD5: ['x-amz-server-side-encryption-customer-key-md5', same],
  storageClass: ['x-amz-storage-class', (value) => kebab(String(value)).replaceAll('-', '_').toUpperCase()],
  taggingDirective: ['x-amz-tagging-directive', (value) => String(value).toUpperCase()],
};

/** What is empty or off is not sent. */
export const headersOf = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, string][] => {
      const header = Object.hasOwn(headers, name) ? headers[name] : undefined;
      return !header || value === '' || value === false || value === undefined || value === null
        ? []
        : [[header[0], header[1](value)]];
    }),
  );

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
  displayName: 'Requester Pays',
  type: 'boolean',
  default: false,
  description: 'Whether you pay for the request and the transfer, and not the owner of the bucket',
} as const satisfies ParameterDefinition;

export const bucketAcl = choose(
  'acl',
  'ACL',
  'Who may use the bucket',
  {
    authenticatedRead: 'Authenticated Read',
    private: 'Private',
    publicRead: 'Public Read',
    publicReadWrite: 'Public Read Write',
  },
  'private',
);

export const storageClass = choose(
  'storageClass',
  'Storage Class',
  'How the service keeps it',
  {
    deepArchive: 'Deep Archive',
    glacier: 'Glacier',
    intelligentTiering: 'Intelligent Tiering',
    onezoneIA: 'One Zone IA',
    reducedRedundancy: 'Reduced Redundancy',
    standard: 'Standard',
    standardIA: 'Standard IA',
  },
  'standard',
);

const directive = (name: string, displayName: string, what: string) =>
  choose(name, displayName, `Whether ${what} are copied or replaced`, { copy: 'Copy', replace: 'Replace' }, 'copy');

export const fileFields: readonly ParameterDefinition[] = [
  choose(
    'acl',
    'ACL',
    'Who may use the file',
    {
      authenticatedRead: 'Authenticated Read',
      awsExecRead: 'AWS Exec Read',
      bucketOwnerFullControl: 'Bucket Owner Full Control',
      bucketOwnerRead: 'Bucket Owner Read',
      private: 'Private',
      publicRead: 'Public Read',
      publicReadWrite: 'Public Read Write',
    },
    'private',
  ),
  {
    name: 'lockLegalHold',
    displayName: 'Lock Legal Hold',
    type: 'boolean',
    default: false,
    description: 'Whether the file is kept until the hold is lifted',
  },
  choose(
    'lockMode',
    'Lock Mode',
    'How strictly the file is kept',
    { governance: 'Governance', compliance: 'Compliance' },
    'governance',
  ),
  {
    name: 'lockRetainUntilDate',
    displayName: 'Lock Retain Until Date',
    type: 'dateTime',
    default: '',
    description: 'Until when the file is kept',
  },
  requesterPays,
  choose(
    'serverSideEncryption',
    'Server Side Encryption',
    'How the service encrypts it',
    { AES256: 'AES256', 'aws:kms': 'AWS:KMS' },
    'AES256',
  ),
  text('serverSideEncryptionContext', 'Server Side Encryption Context', 'Context for the encryption by KMS'),
  text('encryptionAwsKmsKeyId', 'Server Side Encryption AWS KMS Key ID', 'Key of KMS'),
  text('serversideEncryptionCustomerAlgorithm', 'Server Side Encryption Customer Algorithm', 'Such as AES256'),
  text('serversideEncryptionCustomerKey', 'Server Side Encryption Customer Key', 'Your own key, as base64'),
  text(
    'serversideEncryptionCustomerKeyMD5',
    'Server Side Encryption Customer Key MD5',
    'MD5 of your own key, as base64',
  ),
  storageClass,
];

export const copyFields: readonly ParameterDefinition[] = [
  directive('metadataDirective', 'Metadata Directive', 'metadata'),
  directive('taggingDirective', 'Tagging Directive', 'tags'),
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

/** The settings of what runs beside the workflows: where files lie, what is measured, what is deleted. */
import { limits } from '@millrace/contract';
import { address, flag, integer, oneOf, secret, setting, text, zeroOr } from './config-values.ts';

export const operationSettings = {
  binaryStorage: setting(
    'BINARY_STORAGE',
    oneOf('folder', 's3'),
    'folder',
    'Where files of runs are kept: folder (in the data folder) or s3 (a bucket).',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    address,
    '',
    "Address of an S3-compatible service. Empty: Amazon's in MILLRACE_S3_REGION.",
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
    '',
    'Bucket for files of runs. It must exist.',
  ),
  s3Region: setting('S3_REGION', text(/^[\w-]+$/, 'the name of a region'), 'us-east-1', 'Region of the bucket.'),
  s3AccessKey: secret(
    setting(
      'S3_ACCESS_KEY',
      text(/^[!-~]+$/, 'an access key'),
      '',
      'Access key that may read, write, list and delete.',
    ),
  ),
  s3SecretKey: secret(setting('S3_SECRET_KEY', text(), '', 'Secret key that belongs to it.')),
  s3Prefix: setting(
    'S3_PREFIX',
    text(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, 'names of letters, digits, points, - and _, with slashes between'),
    '',
    'What the names of all files in the bucket begin with.',
  ),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    flag,
    true,
    'Whether the bucket is a part of the path. false: of the host name.',
  ),
  metrics: setting('METRICS', flag, false, 'Whether /metrics gives figures for Prometheus.'),
  metricsToken: secret(
    setting(
      'METRICS_TOKEN',
      text(/^[!-~]{16,200}$/, 'a text of 16 to 200 characters without spaces'),
      '',
      'What whoever asks for /metrics sends as Authorization: Bearer. 16 to 200 characters without spaces. Needed with MILLRACE_METRICS=true.',
    ),
  ),
  workerHealthPort: setting(
    'WORKER_HEALTH_PORT',
    integer(0, 65_535),
    0,
    'Port on which a process of `millrace worker` answers /healthz and /metrics. 0: none.',
  ),
  prune: setting('PRUNE', flag, true, 'Whether old executions are deleted, with their files.'),
  pruneMaxAge: setting(
    'PRUNE_MAX_AGE',
    integer(0, 876_000),
    336,
    'Hours after its end for which an execution is kept. 0: for ever.',
  ),
  pruneMaxCount: setting(
    'PRUNE_MAX_COUNT',
    integer(0, 1_000_000_000),
    10_000,
    'Ended executions that are kept, the newest ones. 0: all.',
  ),
  auditMaxAge: setting(
    'AUDIT_MAX_AGE',
    integer(0, 36_500),
    365,
    'Days for which the audit list keeps what was done. 0: for ever.',
  ),
  versionsMaxCount: setting(
    'VERSIONS_MAX_COUNT',
    zeroOr(limits.changesKept, 1_000_000),
    1000,
    'Versions that are kept of each workflow, the newest ones: 100 or more. Named ones are kept beside them. 0: all.',
  ),
  versionsMaxAge: setting(
    'VERSIONS_MAX_AGE',
    integer(0, 36_500),
    0,
    'Days for which versions of a workflow are kept, but for the newest 100 and named ones. 0: for ever.',
  ),
  dataTablesMaxSize: setting(
    'DATA_TABLES_MAX_SIZE',
    integer(1, 1_000_000),
    500,
    'Megabytes that the rows of all data tables may take together.',
  ),
} as const;

type OperationConfig = {
  readonly [K in keyof typeof operationSettings]: ReturnType<(typeof operationSettings)[K]['read']>;
};

/** What holds between these settings. */
export const operationConflicts = (config: OperationConfig): string[] => {
  const found: string[] = [];
  if (config.binaryStorage === 's3') {
    const needed = { BUCKET: config.s3Bucket, ACCESS_KEY: config.s3AccessKey, SECRET_KEY: config.s3SecretKey };
    for (const [name, value] of Object.entries(needed))
      if (value === '') found.push(`MILLRACE_S3_${name} must be set, since MILLRACE_BINARY_STORAGE is s3.`);
  }
  if (config.metrics && config.metricsToken === '')
    found.push('MILLRACE_METRICS_TOKEN must be set, since MILLRACE_METRICS is true: the figures are not for everyone.');
  return found;
};

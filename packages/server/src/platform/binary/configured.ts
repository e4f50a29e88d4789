import path from 'node:path';
import type { Config } from '../../config.ts';
import type { BinaryStoreSettings } from './store.ts';

/** Where the configuration says that files of runs are kept. */
export const binaryStoreSettings = (config: Config): BinaryStoreSettings => {
  if (config.binaryStorage === 'folder') return { storage: 'folder', folder: path.join(config.dataFolder, 'binary') };
  const { s3Prefix } = config;
  return {
    storage: 's3',
    endpoint: config.s3Endpoint || `https://s3.${config.s3Region}.amazonaws.com`,
    bucket: config.s3Bucket,
    region: config.s3Region,
    accessKey: config.s3AccessKey,
    secretKey: config.s3SecretKey,
    prefix: s3Prefix === '' || s3Prefix.endsWith('/') ? s3Prefix : `${s3Prefix}/`,
    pathStyle: config.s3PathStyle,
  };
};

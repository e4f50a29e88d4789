import { expect, test } from 'vitest';
import { defaultConfig } from '../../config.ts';
import { binaryStoreSettings } from './configured.ts';

test('files lie in the data folder unless told otherwise', () => {
  const config = { ...defaultConfig(), dataFolder: '/data' };
  expect(binaryStoreSettings(config)).toEqual({ storage: 'folder', folder: '/data/binary' });
});

test('a bucket is found by its region, or at the address of another service', () => {
  const config = { ...defaultConfig(), binaryStorage: 's3', s3Region: 'eu-west-1', s3Prefix: 'mill/race' } as const;
  expect(binaryStoreSettings(config)).toMatchObject({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    prefix: 'mill/race/',
  });
  expect(binaryStoreSettings({ ...config, s3Endpoint: 'http://minio:9000' })).toMatchObject({
    endpoint: 'http://minio:9000',
  });
});

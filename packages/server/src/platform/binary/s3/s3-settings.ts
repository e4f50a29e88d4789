/** A bucket and how to reach it. */
export interface S3Settings {
  /** Such as https://s3.eu-central-1.amazonaws.com, without a slash at its end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** What all keys begin with; empty or with a slash at its end. */
  prefix: string;
  /** True: the bucket is the first part of the path; false: of the host name. */
  pathStyle: boolean;
  /** Milliseconds before the second attempt of a request; later ones wait longer. Default 200. */
  retryDelay?: number;
  /** Bytes of one part of a large file, at least 5 MiB for most services. Default 8 MiB. */
  partBytes?: number;
}

/** Address of a key, or of the bucket for an empty one. */
export const addressOf = ({ endpoint, bucket, pathStyle }: S3Settings, key: string): URL => {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (pathStyle) url.pathname = `${base}/${bucket}/${key}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `${base}/${key}`;
  }
  return url;
};

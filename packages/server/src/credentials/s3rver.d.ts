declare module 's3rver' {
  /** A server for tests that speaks as S3 does. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      key?: string;
      cert?: string;
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

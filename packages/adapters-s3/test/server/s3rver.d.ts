declare module "@20minutes/s3rver" {
  interface Context {
    readonly path: string
    app: object
  }
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly directory: string
      readonly silent: boolean
      readonly vhostBuckets: boolean
    })
    readonly store: {
      /** Rejects with `ENOENT` where there is no such object. */
      readonly getMetadata: (
        bucket: string,
        key: string
      ) => Promise<{ readonly etag: string; readonly "content-length": number }>
    }
    readonly middleware: Array<(context: Context, next: () => Promise<void>) => Promise<void>>
    readonly run: () => Promise<{ readonly port: number }>
    readonly close: () => Promise<void>
  }
}

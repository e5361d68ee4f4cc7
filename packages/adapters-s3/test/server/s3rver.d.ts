declare module "@20minutes/s3rver" {
  import type { Server } from "node:http"

  interface Context {
    readonly method: string
    readonly path: string
    /** A header of the request; empty where there is none. */
    readonly get: (name: string) => string
    app: object
    status: number
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
      readonly putBucket: (bucket: string) => Promise<unknown>
      /** Rejects with `ENOENT` where there is no such object. */
      readonly getMetadata: (
        bucket: string,
        key: string
      ) => Promise<{ readonly etag: string; readonly "content-length": number }>
    }
    readonly middleware: Array<(context: Context, next: () => Promise<void>) => Promise<void>>
    readonly serverOptions: { port: number }
    /** While it runs. */
    readonly httpServer: Server
    readonly run: () => Promise<{ readonly port: number }>
    readonly close: () => Promise<void>
  }
}

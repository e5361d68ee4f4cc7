import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3"
import { afterwards } from "@quittance/testing"
import { type Condition, S3Front } from "./S3Front.ts"

/**
 * An S3 server for tests: that of `S3_ENDPOINT`, with the credentials of the AWS variables and the right to create
 * buckets, or a small one from the npm registry, whose process is this one.
 *
 * The small one checks signatures and clocks and has objects, ranges and lists. It has no conditional writes, no
 * versions, no policies, and shows objects before they are whole; the front adds the conditions, and lets requests for
 * one object take turns.
 */
export interface S3Server {
  readonly endpoint: string
  readonly front: S3Front
  /** A new, empty bucket; returns its name. */
  readonly newBucket: () => Promise<string>
}

export const region = "us-east-1"

/** Starts one for this test file. */
export const startS3Server = async (): Promise<S3Server> => {
  const front = await (process.env.S3_ENDPOINT === undefined
    ? smallFront()
    : new S3Front(new URL(process.env.S3_ENDPOINT)))
  const endpoint = await front.listen()
  const client = clientOf(endpoint)
  afterwards(() => {
    client.destroy()
    front.close()
  })
  return {
    endpoint,
    front,
    newBucket: async () => {
      const Bucket = `documents-${crypto.randomUUID()}`
      await client.send(new CreateBucketCommand({ Bucket }))
      return Bucket
    }
  }
}

/** A client of the tests' own. */
export const clientOf = (endpoint: string): S3Client =>
  new S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    requestHandler: { requestTimeout: 5000, throwOnRequestTimeout: true },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED"
  })

const smallFront = async (): Promise<S3Front> => {
  process.env.AWS_ACCESS_KEY_ID = "S3RVER"
  process.env.AWS_SECRET_ACCESS_KEY = "S3RVER"
  const directory = mkdtempSync(join(tmpdir(), "quittance-s3-"))
  const server = new S3rver({ address: "127.0.0.1", port: 0, directory, silent: true, vhostBuckets: false })
  // It signs requests for a bucket as a whole without their last slash: of those it checks the key's id only.
  server.middleware.unshift((context, next) => {
    const isForBucket = /^\/[^/]+\/?$/.test(context.path)
    if (isForBucket) context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } })
    return next()
  })
  const { port } = await server.run()
  afterwards(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  const found = async (path: string) => {
    const [, bucket = "", ...key] = path.split("/")
    return await server.store.getMetadata(bucket, key.join("/")).catch(() => undefined)
  }
  const condition: Condition = async ({ headers, method }, path) => {
    const [wanted, unwanted] = [headers["if-match"], headers["if-none-match"]]
    if (headers.range === undefined && wanted === undefined && unwanted === undefined) return undefined
    const object = await found(path)
    // It would promise a byte of an empty object.
    if (method === "GET")
      return object?.["content-length"] === 0 ? { status: 416, code: "InvalidRange" } : undefined
    if (wanted !== undefined && object === undefined) return { status: 404, code: "NoSuchKey" }
    const isMet =
      (wanted === undefined || wanted === object?.etag) && (unwanted !== "*" || object === undefined)
    return isMet ? undefined : { status: 412, code: "PreconditionFailed" }
  }
  return new S3Front(new URL(`http://127.0.0.1:${port}`), condition)
}

import { assert, describe, it } from "@effect/vitest"
import { S3BlobStore } from "@quittance/adapters-s3"
import { Effect, Layer } from "effect"
import { contentOf, ending, put, reasonOf } from "./blobs.ts"
import { impatient, objectsIn, vaultWith } from "./bucketAtRest.ts"
import { region, startS3Server } from "./server/S3Server.ts"

/** What a start says of a bucket that cannot store documents. */

const server = await startS3Server()
const { endpoint, front } = server
const isOwn = process.env.S3_ENDPOINT === undefined

const storeIn = (bucket: string, at = endpoint) =>
  S3BlobStore.layer({ bucket, prefix: "kyc", region, endpoint: at, patience: impatient }).pipe(
    Layer.provide(vaultWith())
  )

const refusalOf = (bucket: string) => Effect.scoped(Effect.flip(Layer.build(storeIn(bucket))))

/** The variables of the AWS SDK, for the time of a test. */
const withVariables = <A, E, R>(
  variables: Readonly<Record<string, string | undefined>>,
  test: Effect.Effect<A, E, R>
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
      assign(variables)
      return before
    }),
    () => test,
    (before) => Effect.sync(() => assign(before))
  )

const assign = (variables: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

const noCredentials = {
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_PROFILE: undefined,
  AWS_SHARED_CREDENTIALS_FILE: "/nonexistent",
  AWS_CONFIG_FILE: "/nonexistent",
  AWS_EC2_METADATA_DISABLED: "true"
}

describe("a start is refused in one sentence", () => {
  it.effect("where there is no such bucket", () =>
    Effect.gen(function* () {
      const { _tag, message } = yield* refusalOf("nowhere-to-be-found")
      assert.strictEqual(_tag, "S3BlobStoreRefused")
      assert.strictEqual(
        message,
        "s3://nowhere-to-be-found/kyc/ cannot store documents: there is no such bucket (NoSuchBucket)."
      )
    })
  )

  it.effect("where the credentials are wrong, and does not repeat them", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      for (const wrong of [{ AWS_ACCESS_KEY_ID: "NOBODY" }, { AWS_SECRET_ACCESS_KEY: "s3cret" }]) {
        const { message } = yield* withVariables(wrong, refusalOf(bucket))
        assert.match(message, /cannot store documents: its credentials are refused \(\w+\)\.$/)
        for (const secret of Object.values(wrong)) assert.notInclude(message, secret)
      }
      const { message } = yield* withVariables(noCredentials, refusalOf(bucket))
      assert.include(message, "there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
    })
  )

  it.effect("where a right is missing, which it names", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      const rights = { PUT: "s3:PutObject", GET: "s3:GetObject", DELETE: "s3:DeleteObject" }
      for (const [denied, right] of Object.entries(rights)) {
        front.faults = ({ method, path }) =>
          method === denied && !path.includes("list-type") ? { status: 403, code: "AccessDenied" } : undefined
        const { message } = yield* refusalOf(bucket)
        assert.include(message, `its credentials lack the right ${right} (AccessDenied).`)
      }
      front.faults = ({ path }) =>
        path.includes("list-type") ? { status: 403, code: "AccessDenied" } : undefined
      assert.include((yield* refusalOf(bucket)).message, "lack the right s3:ListBucket (AccessDenied)")
      front.faults = () => undefined
      yield* Effect.scoped(Layer.build(storeIn(bucket)))
      assert.notInclude(
        (yield* Effect.promise(objectsIn(server, bucket).names)).slice(1).join(),
        "probe",
        "only the object that could not be erased is left"
      )
    })
  )

  it.effect("where the bucket is in another region, or the server lacks conditional writes", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      front.faults = () => ({ status: 301, code: "PermanentRedirect" })
      assert.include((yield* refusalOf(bucket)).message, "it is in another region (PermanentRedirect)")
      front.faults = ({ method }) => (method === "PUT" ? { status: 501, code: "NotImplemented" } : undefined)
      assert.include(
        (yield* refusalOf(bucket)).message,
        "lacks a function that documents need (NotImplemented)"
      )
      front.faults = () => undefined
    })
  )

  it.effect.skipIf(!isOwn)("where the server overwrites what is there", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      front.heedsConditions = false
      const { message } = yield* refusalOf(bucket)
      front.heedsConditions = true
      assert.include(message, "the server overwrites objects although the request forbids it")
      assert.deepStrictEqual(yield* Effect.promise(objectsIn(server, bucket).names), [])
    })
  )
})

describe("a start at a time when the bucket cannot be reached", () => {
  it.effect("goes on, and documents can be stored as soon as it can", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      front.faults = () => "cut"
      yield* Effect.gen(function* () {
        assert.include(yield* reasonOf(put("doc_1")), "there is no connection to it")
        // Until then nothing is written: whether the server heeds conditions is not known.
        front.faults = ({ method }) => (method === "DELETE" ? { status: 503, code: "SlowDown" } : undefined)
        assert.include(yield* reasonOf(put("doc_1")), "overloaded or has failed (SlowDown, status 503)")
        front.faults = () => undefined
        yield* put("doc_1", contentOf())
        assert.strictEqual(yield* ending("doc_1"), "whole")
      }).pipe(Effect.provide(storeIn(bucket)))
    })
  )

  it.effect("goes on where nobody listens at all", () =>
    Effect.gen(function* () {
      const reason = yield* Effect.provide(reasonOf(put("doc_1")), storeIn("any", "http://127.0.0.1:9"))
      assert.strictEqual(reason, "of the bucket: there is no connection to it (ECONNREFUSED)")
    })
  )
})

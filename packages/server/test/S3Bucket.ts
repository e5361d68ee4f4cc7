import { readdirSync } from "node:fs"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { afterwards, temporaryFolder } from "@quittance/testing"
import { freePort } from "@quittance/testing/freePort"

/** A bucket on a small S3 server in this process. Both live as long as the test file. */
export const startBucket = async () => {
  const directory = temporaryFolder()
  const server = new S3rver({
    address: "127.0.0.1",
    port: await freePort(),
    directory,
    silent: true,
    vhostBuckets: false
  })
  // The server has no conditional writes, and checks signatures wrongly where the bucket as a whole is asked for.
  server.middleware.unshift(async (context, next) => {
    const [, bucket = "", ...key] = context.path.split("/")
    context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } })
    const [wanted, unwanted] = [context.get("if-match"), context.get("if-none-match")]
    const { etag = "" } = await server.store
      .getMetadata(bucket, key.join("/"))
      .catch(() => ({ etag: undefined }))
    if (context.method === "PUT" && ((unwanted === "*" && etag !== "") || (wanted !== "" && wanted !== etag)))
      context.status = 412
    else await next()
  })
  await server.store.putBucket("documents")
  const { port } = await server.run()
  afterwards(() => server.close())
  return {
    /** Nothing listens on its port until it is started again. */
    stop: async () => {
      const closed = server.close()
      server.httpServer.closeAllConnections()
      await closed
    },
    start: async () => {
      server.serverOptions.port = port
      await server.run()
    },
    variables: {
      QUITTANCE_DOCUMENTS: `s3://documents/kyc?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER"
    },
    /** Names of its documents. */
    documents: (): ReadonlyArray<string> =>
      readdirSync(join(directory, "documents"), { recursive: true, encoding: "utf8" }).filter(
        (name) => name.includes(".blob") && name.endsWith("_object")
      ),
    /** Names of the keys of sessions. */
    keys: (): ReadonlyArray<string> =>
      readdirSync(join(directory, "documents"), { recursive: true, encoding: "utf8" }).filter((name) =>
        /key\._S3rver_object$/.test(name)
      )
  }
}

import { createServer } from "node:http"
import { nodeListener } from "@quittance/adapters-http"
import { signInServices } from "@quittance/adapters-signin"
import { AesGcmVault, defaultSettings, Ids, MemoryStore, Quittance, Settings } from "@quittance/core"
import { freePort } from "@quittance/testing/freePort"
import { Layer, ManagedRuntime } from "effect"
import { makeConsole } from "../src/index.ts"

/** A sandbox with a console at `localhost`, until it is disposed of. */
export const consoleServer = async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const runtime = ManagedRuntime.make(
    signInServices({ consoleUrl: origin }).pipe(
      Layer.provideMerge(Quittance.layerSandbox),
      Layer.provideMerge(
        Layer.mergeAll(
          MemoryStore.layer,
          Ids.layer,
          AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
        )
      ),
      Layer.provideMerge(Layer.succeed(Settings, { ...defaultSettings, consoleUrl: origin }))
    )
  )
  const handle = await runtime.runPromise(makeConsole)
  const server = createServer(
    nodeListener((request) => runtime.runPromise(handle(request, { address: "127.0.0.1" })))
  )
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve))
  return {
    ...{ runtime, origin },
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await runtime.dispose()
    }
  }
}

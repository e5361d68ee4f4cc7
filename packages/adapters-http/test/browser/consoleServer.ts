import { createServer } from "node:http"
import type { SignInHandler } from "@quittance/adapters-signin"
import type { ManagedRuntime } from "effect"
import { nodeListener } from "../../src/index.ts"

/** Serves a console at `localhost`, until it is disposed of with its runtime. */
export const consoleServer = async <Services, Failure>(
  runtime: ManagedRuntime.ManagedRuntime<Services, Failure>,
  handle: SignInHandler,
  port: number
) => {
  const server = createServer(
    nodeListener((request) => runtime.runPromise(handle(request, { address: "127.0.0.1" })))
  )
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve))
  return {
    runtime,
    origin: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await runtime.dispose()
    }
  }
}

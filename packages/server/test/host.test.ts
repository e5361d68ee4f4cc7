import { join } from "node:path"
import { assert, it, vi } from "@effect/vitest"
import { serve } from "../src/index.ts"
import { credentialsIn, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, signedFetch } from "./signedFetch.ts"

it("a host runs the server inside its own process, and closes it", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true)
  const folder = temporaryFolder()
  const environment = { QUITTANCE_DB: join(folder, "quittance.db"), PORT: "0", QUITTANCE_LOG_LEVEL: "none" }
  const server = await serve(environment)
  const url = server.url ?? ""
  assert.strictEqual((await signedFetch(url, credentialsIn(folder), { path: balancePath })).status, 200)
  const port = new URL(url).port
  const refused = await serve({ ...environment, PORT: port }).catch((error: Error) => error.message)
  assert.include(refused, `port ${port} of 127.0.0.1 is in use`)
  await server.close()
  const closed = await fetch(`${url}/healthz`).catch(() => "closed")
  assert.strictEqual(closed, "closed")
})

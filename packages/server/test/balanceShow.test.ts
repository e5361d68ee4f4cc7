import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, type Credentials, signedFetch } from "./signedFetch.ts"

const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") }
const providers = `export const payoutProcessor = { networks: ["tron"], async submit() {}, async lookup() {}, async abandon() {} }`
const closed = { invoices: false, wallets: false, payouts: false }

describe("balance show --json is the API's record, with the fees of the networks that are offered", () => {
  it.each<readonly [where: string, given: Readonly<Record<string, string>>, file: object]>([
    ["a sandbox", {}, {}],
    ["a sandbox that closes a network", {}, { networks: { tron: closed } }],
    ["live mode without providers", live, {}],
    ["live mode with a provider of one network", { ...live, QUITTANCE_PROVIDERS: "providers.mjs" }, {}]
  ])("in %s", async (_where, given, file) => {
    const folder = temporaryFolder()
    const place = (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    }
    const variables: Record<string, string> = {
      ...given,
      QUITTANCE_CONFIG: place("quittance.config.json", JSON.stringify(file))
    }
    if ("QUITTANCE_PROVIDERS" in variables) variables.QUITTANCE_PROVIDERS = place("providers.mjs", providers)
    const create = ["keys", "create", "--partner", "shop", "--scopes", "crypto:read", "--json"]
    const credentials: Credentials = JSON.parse((await quittance(create, folder, variables)).stdout)
    const server = await serveHere(folder, variables)
    const { body } = await signedFetch(server.url, credentials, { path: balancePath })
    const shown = await quittance(["balance", "show", "--partner", "shop", "--json"], folder, variables)
    assert.strictEqual(shown.status, 0, shown.stderr)
    assert.deepStrictEqual(JSON.parse(shown.stdout), body.balance)
  })
})

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { pairFetch } from "./pairFetch.ts"
import {
  credentialsIn,
  QuittanceServer,
  quittance,
  quittanceProcess,
  temporaryFolder
} from "./QuittanceProcess.ts"

/**
 * A provider file whose network is a file: each line of it is an address that received 5 USDT. It watches that file,
 * and tells at once; what its calls came to is written beside it.
 */
const providers = (folder: string) => `
import { appendFileSync, existsSync, readFileSync, watchFile } from "node:fs"
const chain = ${JSON.stringify(join(folder, "chain"))}
const lines = () => (existsSync(chain) ? readFileSync(chain, "utf8").split("\\n").filter(Boolean) : [])
const note = (text) => appendFileSync(${JSON.stringify(join(folder, "calls"))}, text + "\\n")
const noted = (name, call) => call.then(() => note(name + " done"), (error) => note(name + " " + error.message))
  .then(() => log("info", "called " + name))
let log

export default async (quittance) => {
  note("made for " + quittance.role)
  log = quittance.log
  quittance.log("info", "the network is watched", { file: "chain" })
  setImmediate(() => {
    noted("early", quittance.refreshDeposits("tron", "T-nobody"))
    noted("payment", quittance.refreshBankPayment("pmt_none"))
    noted("check", quittance.refreshKycCheck("check_none"))
    // Nobody looks at this one.
    quittance.refreshDeposits("mars", "T-nobody")
  })
  if (quittance.role !== "command") watchFile(chain, { interval: 20, persistent: false }, () => {
    for (const address of new Set(lines())) noted("deposit", quittance.refreshDeposits("tron", address))
  })
  return {
    depositAddresses: {
      derive: async (network, salt) => "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      transfers: async (network, address) => lines().flatMap((line, index) => line === address
        ? [{ txHash: index.toString(16).padStart(64, "0"), logIndex: 0, amountMinor: 5000000n, confirmations: 50, seenAt: Date.now(), dropped: false }]
        : [])
    }
  }
}
`

const setUp = () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, "providers.mjs"), providers(folder))
  const calls = () =>
    existsSync(join(folder, "calls"))
      ? readFileSync(join(folder, "calls"), "utf8").split("\n").slice(0, -1)
      : []
  return { folder, calls, variables: { QUITTANCE_PROVIDERS: join(folder, "providers.mjs") } }
}

describe("providers that are made with the server's handle", () => {
  it("tell of a deposit, which is credited at once, and are noted why a call is refused", async () => {
    const { calls, folder, variables } = setUp()
    const server = await QuittanceServer.start(folder, variables)
    const ask = pairFetch(server.url, credentialsIn(folder))
    const { wallet } = await ask("POST", "/v1/transit/wallets", { label: "desk", network: "tron" })
    const { address, id } = wallet as { address: string; id: string }
    appendFileSync(join(folder, "chain"), `${address}\n`)
    const balance = async () =>
      ((await ask("GET", `/v1/transit/wallets/${id}`)).wallet as { balance: number }).balance
    // The next poll is a minute away; this ends when the handle was used, or by the test's time limit.
    while ((await balance()) !== 5);
    assert.includeMembers(calls(), [
      "made for all",
      "early there is no address T-nobody",
      "payment there is no bank payment pmt_none",
      "check there is no check check_none"
    ])
    assert.include(server.lines.find(({ message }) => message === "the network is watched")?.annotations, {
      file: "chain"
    })
    assert.strictEqual(await server.stop(), 0)
  }, 45_000)

  it("are noted their role, and that a command takes no calls", async () => {
    const { calls, folder, variables } = setUp()
    await quittance(["keys", "create", "--partner", "shop"], folder)
    const rescan = await quittanceProcess(["deposits", "rescan"], folder, variables)
    assert.strictEqual(rescan.status, 0, rescan.stderr)
    assert.deepStrictEqual(calls().slice(0, 2), [
      "made for command",
      "early not available in a command: call it in a running server."
    ])
    for (const role of ["http", "worker"]) {
      const server = await QuittanceServer.start(folder, { ...variables, QUITTANCE_ROLE: role })
      while (!server.stdout.includes("called early")) await server.printed()
      assert.strictEqual(await server.stop(), 0)
    }
    assert.lengthOf(
      calls().filter((call) => call === "early there is no address T-nobody"),
      2
    )
  }, 45_000)
})

import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { deterministicDeployment, factoryContracts, type Hex } from "@quittance/adapters-evm"
import { freePort } from "@quittance/testing/freePort"
import { pairFetch } from "./pairFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { rpcKey, startRpcNode } from "./RpcNode.ts"

const chainId = 31_337
const treasury: Hex = `0x${"a1".repeat(20)}`

/** The key of no account that has anything: it is the same in every test. */
const privateKey = `0x${"4".repeat(64)}`
const address = "0x7564105E977516C53bE337314c7E53838967bDaC"

let node: Awaited<ReturnType<typeof startRpcNode>>

beforeAll(async () => {
  node = await startRpcNode(chainId)
})

/** A folder whose server acts on ethereum by itself. */
const folderWith = (rpcUrl = node.url, settings: object = {}): string => {
  const folder = temporaryFolder()
  const ethereum = {
    rpcUrls: [rpcUrl],
    chainId,
    token: { address: treasury.replace("a", "b"), decimals: 6 },
    treasury,
    ...settings
  }
  writeFileSync(join(folder, "quittance.config.json"), JSON.stringify({ networks: { ethereum } }))
  return folder
}

const keyFileIn = (folder: string, content = `${privateKey}\n`): string => {
  const path = join(folder, "wallet.key")
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

const importIn = (folder: string, ...more: ReadonlyArray<string>) =>
  quittance(["wallet", "import", "--network", "ethereum", "--key-file", keyFileIn(folder), ...more], folder)

/** What a command prints for programs. */
const jsonOf = async (folder: string, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await quittance([...args, "--json"], folder)
  assert.strictEqual(status, 0, stderr)
  assert.notInclude(stdout + stderr, rpcKey)
  return JSON.parse(stdout)
}

describe("wallets", () => {
  it("are imported from a file, once, and listed; nothing shows the key", async () => {
    const folder = folderWith()
    const [first, second] = [await importIn(folder, "--json"), await importIn(folder)]
    assert.deepStrictEqual([first.status, second.status], [0, 0], first.stderr + second.stderr)
    assert.deepStrictEqual(JSON.parse(first.stdout), { network: "ethereum", address })
    assert.strictEqual(second.stdout, `The wallet ${address} of ethereum was already imported.\n`)
    assert.deepStrictEqual(await jsonOf(folder, "wallet", "list"), [{ network: "ethereum", address }])
    const list = await quittance(["wallet", "list", "--network", "ethereum"], folder)
    assert.match(list.stdout, new RegExp(`^NETWORK +ADDRESS\nethereum +${address}\n$`))
    for (const { stderr, stdout } of [first, second, list])
      assert.notInclude(stdout + stderr, privateKey.slice(2))
    assert.isFalse(readFileSync(join(folder, "quittance.db")).includes(privateKey.slice(2)))
  })

  it("are made with a key that nobody sees", async () => {
    const folder = folderWith()
    const made = await jsonOf(folder, "wallet", "create", "--network", "ethereum")
    assert.hasAllKeys(made, ["network", "address"])
    const other = await quittance(["wallet", "create", "--network", "ethereum"], folder)
    assert.match(other.stdout, /^Created the wallet 0x\w{40} of ethereum\. /)
    assert.notInclude(other.stdout, made.address)
    assert.lengthOf(await jsonOf(folder, "wallet", "list"), 2)
  })

  it.each([
    ["without 0x", "4".repeat(64)],
    ["that is too short", privateKey.slice(0, -1)],
    ["in two lines", `${privateKey}\n${privateKey}\n`],
    ["that is empty", ""],
    ["that is no number of a key", `0x${"f".repeat(64)}`]
  ])("are not imported from a key file %s, which is not repeated", async (_what, content) => {
    const folder = folderWith()
    const path = keyFileIn(folder, content)
    const { status, stderr, stdout } = await quittance(
      ["wallet", "import", "--network", "ethereum", "--key-file", path],
      folder
    )
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.match(stderr, /^(?:.*\n)?quittance: .* 0x and 64 hex digits.*\.\n$/)
    assert.notMatch(stderr, /4{8}|f{8}/)
  })

  it("whose key a signer holds are imported by their address, if it knows them", async () => {
    const folder = folderWith(node.url, { signer: { url: node.url } })
    const importing = ["wallet", "import", "--network", "ethereum", "--address"]
    const unknown = await quittance([...importing, address], folder)
    assert.strictEqual(unknown.status, 1)
    assert.include(unknown.stderr, `\nquittance: the signer of ethereum has no key of ${address}.\n`)
    node.known.accounts = [address.toLowerCase()]
    const imported = await jsonOf(folder, ...importing, address.toLowerCase())
    assert.deepStrictEqual(imported, { network: "ethereum", address })
    assert.deepStrictEqual(await jsonOf(folder, "wallet", "list"), [{ network: "ethereum", address }])
    const again = await importIn(folder)
    assert.deepStrictEqual(
      [again.status, again.stderr],
      [1, `quittance: wallet ${address} of ethereum was already added, with its key outside.\n`]
    )
    const both = await quittance([...importing, address, "--key-file", keyFileIn(folder)], folder)
    assert.deepStrictEqual([both.status, both.stdout], [2, ""])
    assert.match(both.stderr, /^quittance: give either a key or an address: /)
  })

  it("of a file that others may read are imported with a warning", async () => {
    const folder = folderWith()
    const path = keyFileIn(folder)
    chmodSync(path, 0o644)
    const imported = await quittance(
      ["wallet", "import", "--network", "ethereum", "--key-file", path],
      folder
    )
    assert.strictEqual(imported.status, 0)
    assert.include(imported.stderr, `other users of this machine may read ${path}`)
    chmodSync(path, 0o600)
    assert.strictEqual((await importIn(folder)).stderr, "")
  })

  it("are not touched with another master key", async () => {
    const folder = folderWith()
    await importIn(folder)
    const { status, stderr } = await quittance(
      ["wallet", "import", "--network", "ethereum", "--key-file", keyFileIn(folder)],
      folder,
      { QUITTANCE_MASTER_KEY: btoa("x".repeat(32)) }
    )
    assert.strictEqual(status, 1)
    assert.match(stderr, /^quittance: QUITTANCE_MASTER_KEY is not the master key that .*\.\n$/)
  })
})

describe("networks", () => {
  it.each([
    ["solana", '--network must be ethereum, not "solana".'],
    ...["bsc", "tron"].map((name) => [
      name,
      `--network ${name} is not complete: networks.${name} lacks rpcUrls, chainId, token, treasury in the configuration file.`
    ])
  ])("that the server does not act on are refused: %s", async (network, expected) => {
    const folder = folderWith()
    for (const command of [
      ["wallet", "list"],
      ["wallet", "create"],
      ["chain", "deploy"],
      ["chain", "pause"]
    ]) {
      const { status, stderr } = await quittance([...command, "--network", network], folder)
      assert.deepStrictEqual([status, stderr], [2, `quittance: ${expected}\n`])
    }
  })

  it("show their state; pausing needs neither node nor master key", async () => {
    const folder = folderWith()
    await importIn(folder)
    const status = await jsonOf(folder, "chain", "status", "--network", "ethereum")
    assert.deepInclude(status, {
      ...{ network: "ethereum", chainId, head: 100, readTo: null, factory: null, isPaused: false },
      ...{ queued: 0, open: 0, nodes: [{ host: node.host, head: 100, fault: null }] },
      wallets: [{ address, coin: "1.5", token: "25", minedCount: 0, signedCount: 0 }]
    })
    const unkeyed = { QUITTANCE_MASTER_KEY: btoa("x".repeat(32)) }
    const paused = await quittance(["chain", "pause", "--network", "ethereum", "--json"], folder, unkeyed)
    assert.deepStrictEqual(JSON.parse(paused.stdout), { network: "ethereum", isPaused: true })
    const text = (await quittance(["chain", "status", "--network", "ethereum"], folder)).stdout
    assert.match(text, /^ethereum is paused/)
    assert.match(text, new RegExp(`${address} +1\\.5 +25 +0 +0`))
    assert.deepStrictEqual(await jsonOf(folder, "chain", "resume", "--network", "ethereum"), {
      ...{ network: "ethereum", isPaused: false }
    })
    assert.isFalse((await jsonOf(folder, "chain", "status", "--network", "ethereum")).isPaused)
  })

  it("get the contract for deposit addresses once", async () => {
    const folder = folderWith()
    const expected = deterministicDeployment(treasury).address
    const { factory, implementation } = factoryContracts(expected, treasury)
    node.known.codes.set(factory.address.toLowerCase(), factory.code)
    node.known.codes.set(implementation.address.toLowerCase(), implementation.code)
    for (const _ of [1, 2])
      assert.deepStrictEqual(await jsonOf(folder, "chain", "deploy", "--network", "ethereum"), {
        ...{ network: "ethereum", factory: expected, txHash: null, deployed: false }
      })
    const status = await jsonOf(folder, "chain", "status", "--network", "ethereum")
    assert.strictEqual(status.factory, expected)
    assert.deepStrictEqual(await jsonOf(folder, "chain", "sweep", "--network", "ethereum"), {
      ...{ network: "ethereum", addresses: 0, skipped: 0, amount: "0", txHashes: [] }
    })
  })

  it("are compared with the journal; exit status 1 if they differ", async () => {
    const folder = folderWith()
    await importIn(folder)
    const same = await jsonOf(folder, "chain", "reconcile", "--network", "ethereum")
    assert.deepInclude(same, { ok: true, network: "ethereum", differences: [] })
    const from = ["--network", "ethereum", "--from-block"]
    assert.deepInclude(await jsonOf(folder, "chain", "reconcile", ...from, "7"), { ok: true })
    const wrong = await quittance(["chain", "reconcile", ...from, "0x7"], folder)
    assert.deepStrictEqual([wrong.status, wrong.stdout], [2, ""])
    node.known.made = 3
    const differing = await quittance(["chain", "reconcile", "--network", "ethereum", "--json"], folder)
    const people = await quittance(["chain", "reconcile", "--network", "ethereum"], folder)
    node.known.made = 0
    assert.deepStrictEqual([differing.status, people.status], [1, 1])
    const { differences, ok } = JSON.parse(differing.stdout)
    assert.isFalse(ok)
    assert.lengthOf(differences, 2)
    for (const each of differences) assert.include(people.stdout, `  ${each}\n`)
  })

  it("say up to which block they compared, and keep what an operator has understood", async () => {
    const folder = folderWith()
    await importIn(folder)
    const reconcile = ["chain", "reconcile", "--network", "ethereum"]
    const same = await quittance(reconcile, folder)
    assert.strictEqual(same.status, 0)
    assert.include(same.stdout, "Compared up to block 100, the newest of ethereum")
    assert.include(same.stdout, "Not compared:\n  the balance of ")
    for (const [flags, fault] of [
      [["--reason", "x"], "--reason and --by belong to --acknowledge HASH."],
      [["--acknowledge", address], "--reason must say why, in at most 1000 characters."],
      [
        ["--acknowledge", "0x1", "--reason", "x"],
        '--acknowledge must be the hash of a transaction, or an address, that a difference names, not "0x1".'
      ]
    ] as const) {
      const { status, stderr } = await quittance([...reconcile, ...flags], folder)
      assert.strictEqual(status, 2)
      assert.include(stderr, fault)
    }
    const hash = `0x${"ab".repeat(32)}`
    const unknown = await quittance([...reconcile, "--acknowledge", hash, "--reason", "x"], folder)
    assert.deepStrictEqual([unknown.status, unknown.stdout], [1, ""])
    assert.include(unknown.stderr, `no difference of ethereum names ${hash}`)
    node.known.made = 3
    const understood = await quittance(
      [...reconcile, "--acknowledge", address, "--reason", "a test of ours", "--by", "ann", "--json"],
      folder
    )
    const { acknowledged, ok } = JSON.parse(understood.stdout)
    assert.deepStrictEqual([understood.status, ok], [0, true])
    for (const each of acknowledged)
      assert.deepInclude(each, { subject: address, reason: "a test of ours", by: "ann", isThere: true })
    const people = await quittance(reconcile, folder)
    node.known.made = 0
    assert.strictEqual(people.status, 0)
    assert.include(people.stdout, "agree on ethereum, but for what is acknowledged: ")
    assert.match(
      people.stdout,
      /\nAcknowledged:\n {2}wallet 0x\w+ has made 3 .*\n {4}\S+Z, ann: a test of ours\n/
    )
    assert.include((await quittance(reconcile, folder)).stdout, "ann: a test of ours (no longer there)\n")
  })

  it("whose nodes do not answer are told by their host alone", async () => {
    const port = await freePort()
    const folder = folderWith(`http://user:${rpcKey}@127.0.0.1:${port}/${rpcKey}`)
    for (const command of [
      ["wallet", "create"],
      ["chain", "deploy"]
    ]) {
      const { status, stderr, stdout } = await quittance([...command, "--network", "ethereum"], folder)
      assert.strictEqual(status, 1)
      assert.include(stderr, `127.0.0.1:${port}`)
      assert.notInclude(stderr + stdout, rpcKey)
    }
    const { stdout } = await quittance(["config", "check", "--json"], folder)
    assert.notInclude(stdout, rpcKey)
  })
})

describe("a server", () => {
  it("starts while the nodes of a network are away, serves, and shows no key", async () => {
    const port = await freePort()
    const folder = folderWith(`http://127.0.0.1:${port}/${rpcKey}`)
    const server = await serveHere(folder, { QUITTANCE_CONFIG: join(folder, "quittance.config.json") })
    const fetch = pairFetch(server.url, credentialsIn(folder))
    const { networks } = await fetch("GET", "/v1/transit/networks")
    assert.include(
      networks.map(({ name }: { name: string }) => name),
      "ethereum"
    )
    const tron = await fetch("POST", "/v1/transit/wallets", { label: "till", network: "tron" })
    assert.match(tron.wallet.address, /^T/)
    const said = await server.wholeOutput()
    assert.notInclude(said, rpcKey)
  })

  it("in live mode offers the networks that are complete, and names what the others lack", async () => {
    const folder = temporaryFolder()
    const config = join(folder, "quittance.config.json")
    const networks = { ethereum: { rpcUrls: [node.url] }, bsc: { rpcUrls: [node.url], treasury } }
    writeFileSync(config, JSON.stringify({ mode: "live", networks }))
    const said = await (
      await serveHere(folder, {
        QUITTANCE_CONFIG: config,
        QUITTANCE_MASTER_KEY: btoa("k".repeat(32))
      })
    ).wholeOutput()
    assert.include(
      said,
      "networks that are not offered, because no provider serves them: tron (invoices, wallets, payouts); ethereum (invoices, wallets, payouts); polygon (wallets, payouts)"
    )
    assert.include(
      said,
      "networks.tron lacks rpcUrls, treasury; networks.ethereum lacks treasury; networks.polygon lacks rpcUrls, treasury"
    )
    assert.include(said, "live mode without bankRail")
    assert.notInclude(said, rpcKey)
  })
})

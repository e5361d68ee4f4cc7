import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, Ids, MemoryStore, Quittance, Settings, type StorePorts } from "@quittance/core"
import { Vault } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { type Context, Effect, Layer, Logger, Option } from "effect"
import { readStoreConfiguration } from "../src/configuration/StoreConfiguration.ts"
import { masterKeyVault } from "../src/start/MasterKey.ts"
import { makeSandboxCredentials } from "../src/start/SandboxCredentials.ts"
import { settingsOf } from "../src/start/services.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const otherKey = Buffer.alloc(32, 8).toString("base64")
const url = "postgres://me:s3cret@db.example/money"

/** A store that machines share, which knows nothing yet. */
const newStore = () => Effect.runPromise(Effect.scoped(Layer.build(MemoryStore.layer)))

/** Starts a sandbox on a folder of its own, as far as its files go; answers what it made, has and told. */
const start = async (
  store: Context.Context<StorePorts>,
  folder: string,
  variables: Readonly<Record<string, string>> = {}
) => {
  const configuration = await readStoreConfiguration({
    QUITTANCE_DB: url,
    QUITTANCE_DATA: folder,
    ...variables
  })
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push(String(message)))
  const services = Quittance.layerSandboxWith(Layer.empty).pipe(
    Layer.provideMerge(masterKeyVault(configuration)),
    Layer.provideMerge(Layer.merge(Layer.succeedContext(store), Ids.layer)),
    Layer.provideMerge(Layer.succeed(Settings, settingsOf(configuration, "http://127.0.0.1:3000")))
  )
  const started = Effect.gen(function* () {
    const made = Option.getOrUndefined(yield* makeSandboxCredentials(configuration))
    const keys = yield* Effect.flatMap(ApiKeys, ({ list }) => list)
    // Every key is readable here.
    const vault = yield* Vault
    for (const { id, sealedSecret } of keys) yield* vault.open(sealedSecret, id)
    return { made, publicKeys: keys.map(({ publicKey }) => publicKey), logged: logged.join("\n") }
  })
  return Effect.runPromise(
    Effect.scoped(started.pipe(Effect.provide(services), Effect.provide(Logger.layer([logger]))))
  )
}

/** The sentence with which it refuses. */
const refusal = async (...args: Parameters<typeof start>): Promise<string> => {
  const outcome = await start(...args).then(
    () => "started",
    (error: Error) => error.message
  )
  assert.notInclude(outcome, "s3cret")
  return outcome
}

const credentialsIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "sandbox-credentials.json"), "utf8"))

describe("machines that share the store of a sandbox", () => {
  it("make one pair, on the first of them; the others say where it is until they have the file", async () => {
    const store = await newStore()
    const key = { QUITTANCE_MASTER_KEY: masterKey }
    const [first, second] = [join(temporaryFolder(), "data"), temporaryFolder()]
    const { made, publicKeys } = await start(store, first, key)
    assert.deepStrictEqual(publicKeys, [made?.publicKey])
    assert.strictEqual(credentialsIn(first).secret, made?.secret)
    for (let starts = 0; starts < 2; starts++) {
      const again = await start(store, second, key)
      assert.deepStrictEqual([again.made, again.publicKeys], [undefined, publicKeys])
      const file = join(first, "sandbox-credentials.json")
      assert.include(
        again.logged,
        `the key pair of the partner sandbox is in ${file} on ${hostname()}, not in`
      )
    }
    assert.isEmpty(readdirSync(second))
    assert.deepStrictEqual(await start(store, first, key), { made: undefined, publicKeys, logged: "" })
  })

  it("make one pair when all start at once, also several processes in one folder", async () => {
    const store = await newStore()
    const [first, second] = [temporaryFolder(), temporaryFolder()]
    const starts = [first, first, second, second].map((folder) =>
      start(store, folder, { QUITTANCE_MASTER_KEY: masterKey })
    )
    const made = (await Promise.all(starts)).flatMap((each) => each.made ?? [])
    assert.lengthOf(made, 1)
    const { publicKeys } = await start(store, first, { QUITTANCE_MASTER_KEY: masterKey })
    assert.deepStrictEqual(publicKeys, [made[0]?.publicKey])
    const withFile = [first, second].filter((folder) => existsSync(join(folder, "sandbox-credentials.json")))
    assert.lengthOf(withFile, 1)
    assert.strictEqual(credentialsIn(withFile[0] ?? "").secret, made[0]?.secret)
  })

  it("make another pair where the first was made, if its file was deleted", async () => {
    const store = await newStore()
    const folder = temporaryFolder()
    const { made } = await start(store, folder)
    rmSync(join(folder, "sandbox-credentials.json"))
    const again = await start(store, folder)
    assert.sameMembers([...again.publicKeys], [made?.publicKey, again.made?.publicKey])
    assert.strictEqual(credentialsIn(folder).secret, again.made?.secret)
  })

  it("need the master key that the first of them made", async () => {
    const store = await newStore()
    const [first, second] = [temporaryFolder(), temporaryFolder()]
    await start(store, first)
    const file = join(first, "master.key")
    assert.strictEqual(
      await refusal(store, second),
      `Machines that share a store need the same master key: set QUITTANCE_MASTER_KEY to that of postgres://me@db.example/money, which was made in ${file} on ${hostname()}.`
    )
    assert.match(
      await refusal(store, second, { QUITTANCE_MASTER_KEY: otherKey }),
      /^QUITTANCE_MASTER_KEY is not the master key that postgres:\/\/me@db\.example\/money was sealed with: .*; nothing was changed; machines that share a store need the same QUITTANCE_MASTER_KEY\.$/
    )
    assert.isEmpty(readdirSync(second))
    const given = await start(store, second, { QUITTANCE_MASTER_KEY: readFileSync(file, "utf8") })
    assert.isUndefined(given.made)
  })

  it("make one master key when all start at once without one", async () => {
    const store = await newStore()
    const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    const outcomes = await Promise.all(folders.map((folder) => refusal(store, folder)))
    const started = folders.filter((_, index) => outcomes[index] === "started")
    assert.lengthOf(started, 1)
    for (const outcome of outcomes.filter((each) => each !== "started"))
      assert.include(outcome, `which was made in ${join(started[0] ?? "", "master.key")} on ${hostname()}.`)
    assert.lengthOf(
      folders.flatMap((folder) => readdirSync(folder)),
      2
    )
    assert.lengthOf((await start(store, started[0] ?? "")).publicKeys, 1)
  })

  it("need it too if it was never made here", async () => {
    const store = await newStore()
    await start(store, temporaryFolder(), { QUITTANCE_MASTER_KEY: masterKey })
    const folder = temporaryFolder()
    assert.strictEqual(
      await refusal(store, folder),
      "Machines that share a store need the same master key: set QUITTANCE_MASTER_KEY to that of postgres://me@db.example/money."
    )
    assert.isEmpty(readdirSync(folder))
  })
})

import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { PostgresStore, workerGrants } from "@quittance/adapters-postgres"
import { SandboxStore, StoreHold } from "@quittance/core/adapter"
import { afterwards, temporaryFolder } from "@quittance/testing"
import { type OwnServer, startServer } from "@quittance/testing/postgres"
import { Effect, Option } from "effect"
import { adminOf } from "../server/admin.ts"

interface Bench {
  readonly own: OwnServer
  readonly url: string
  readonly markFile: string
}

const newBench = async (): Promise<Bench> => {
  const { newDatabase, own } = await startServer()
  if (own === undefined) throw new Error("the server of a test is its own")
  afterwards(own.stop)
  return { own, url: await newDatabase(), markFile: join(temporaryFolder(), "store.mark") }
}

/** Opens the store, writes to it, and closes it; the answer is why it is on hold. */
const written = ({ markFile, url }: Omit<Bench, "own">, id: string): Promise<string | undefined> =>
  Effect.gen(function* () {
    const hold = yield* (yield* StoreHold).current
    const store = yield* SandboxStore
    yield* store.put("transfer", id, "1")
    return Option.getOrUndefined(Option.map(hold, ({ reason }) => reason))
  }).pipe(Effect.provide(PostgresStore.layer({ url, markFile, mode: "sandbox" })), Effect.runPromise)

const released = ({ url }: Pick<Bench, "url">): Promise<void> =>
  Effect.gen(function* () {
    yield* (yield* StoreHold).release
  }).pipe(Effect.provide(PostgresStore.layer({ url, mode: "sandbox" })), Effect.runPromise)

const restarted = async (own: OwnServer, meanwhile: () => void = () => {}) => {
  await own.crash()
  meanwhile()
  await own.start()
}

describe("a store that is older than what it acknowledged", () => {
  it("is on hold when a copy of the server's folder was put back; a restart and a crash are no reason", async () => {
    const bench = await newBench()
    const { markFile, own } = bench
    assert.isUndefined(await written(bench, "first"))
    let putBack = () => {}
    await restarted(own, () => {
      putBack = own.copy()
    })
    assert.isUndefined(await written(bench, "later"))
    assert.isTrue(existsSync(markFile))
    await restarted(own)
    assert.isUndefined(await written(bench, "after a crash"))
    await restarted(own, putBack)
    assert.match(
      (await written(bench, "on the copy")) ?? "",
      /^This store is on hold: its server has less than it acknowledged/
    )
    await released(bench)
    assert.isUndefined(await written(bench, "after the release"))
  })

  it("is on hold when a replica was promoted, also under a process that goes on", async () => {
    const bench = await newBench()
    const { own, url } = bench
    await written(bench, "first")
    await Effect.gen(function* () {
      const hold = yield* StoreHold
      const store = yield* SandboxStore
      yield* store.put("transfer", "before", "1")
      yield* Effect.promise(async () => {
        await restarted(own, () => own.setReplica(true))
        const admin = await adminOf(url)
        await admin.query("SELECT pg_promote()")
      })
      yield* store.list("transfer", "")
      yield* hold.place({ reason: "does not replace what is there", since: 0 })
      const placed = Option.getOrThrow(yield* hold.current)
      assert.match(placed.reason, /a replica replaced it \(timeline 00000002 after 00000001\)/)
      yield* hold.release
    }).pipe(Effect.provide(PostgresStore.layer({ url, mode: "sandbox" })), Effect.runPromise)
    assert.isUndefined(await written(bench, "after the release"))
  })

  it("is on hold in a copy of its database and on another server", async () => {
    const bench = await newBench()
    await written(bench, "first")
    const admin = await adminOf(bench.url)
    const name = new URL(bench.url).pathname.slice(1)
    await admin.query("CREATE DATABASE elsewhere")
    const other = new URL(bench.url)
    other.pathname = "/elsewhere"
    const beside = await adminOf(other.href)
    await admin.end()
    await beside.query(`CREATE DATABASE copied TEMPLATE ${name}`)
    const copied = new URL(bench.url)
    copied.pathname = "/copied"
    assert.match(
      (await written({ ...bench, url: copied.href }, "on the copy")) ?? "",
      /it is not in the database that it was last written in/
    )
    await (await adminOf(bench.url)).query("UPDATE meta SET server_id = '1'")
    assert.match((await written(bench, "moved")) ?? "", /it is not on the server that it was last written on/)
  })

  it("is noticed by a lesser role, and one that may ask the server for nothing works without", async () => {
    const bench = await newBench()
    await written(bench, "first")
    const admin = await adminOf(bench.url)
    await admin.query("CREATE ROLE worker LOGIN")
    await admin.query(workerGrants("worker"))
    const worker = new URL(bench.url)
    worker.username = "worker"
    assert.isUndefined(await written({ ...bench, url: worker.href }, "second"))
    await admin.query("UPDATE meta SET server_id = '1'")
    assert.match((await written({ ...bench, url: worker.href }, "third")) ?? "", /not on the server/)
    await released(bench)
    await admin.query(
      "REVOKE EXECUTE ON FUNCTION pg_control_system(), pg_current_wal_lsn(), pg_current_wal_flush_lsn() FROM PUBLIC"
    )
    await admin.query("UPDATE meta SET server_id = '1', timeline = 'A'")
    assert.isUndefined(await written({ ...bench, url: worker.href }, "fourth"))
  })

  it("opens with a mark that cannot be read or written, and with one of another store", async () => {
    const bench = await newBench()
    writeFileSync(bench.markFile, "garbage")
    assert.isUndefined(await written(bench, "first"))
    assert.isUndefined(await written({ ...bench, markFile: "/no/such/folder/mark" }, "second"))
    const other = { storeId: "other", serverId: "1", timeline: "00000009", position: "FF/0" }
    writeFileSync(bench.markFile, JSON.stringify(other))
    assert.isUndefined(await written(bench, "third"))
  })
})

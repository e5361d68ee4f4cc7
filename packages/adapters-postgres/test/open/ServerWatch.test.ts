import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import type { ClientBase } from "pg"
import { readMark } from "../../src/connect/MarkFile.ts"
import { ServerWatch } from "../../src/connect/ServerWatch.ts"

/** A server whose log stands where the test says. */
class Log {
  position = "0/0"
  inserted = "0/0"

  /** What happens after the server said where it is. */
  meanwhile = async (): Promise<void> => {}

  get client(): ClientBase {
    const identity = { server_id: "1", timeline: "00000001", database_oid: "5" }
    return {
      query: async (text: string) => {
        if (text.includes("FROM meta")) return { rows: [{ ...identity, store_id: "store" }] }
        const rows = [{ ...identity, position: this.position, inserted: this.inserted }]
        if (text.includes(",")) await this.meanwhile()
        return { rows }
      }
    } as unknown as ClientBase
  }
}

describe("the mark", () => {
  it("is at the end of a record that is on the disk, never within one that a crash would cut off", async () => {
    const path = join(temporaryFolder(), "store.mark")
    const watch = new ServerWatch(path)
    const log = new Log()
    const move = async (position: string, inserted: string) => {
      Object.assign(log, { position, inserted })
      return [await watch.move(log.client), readMark(path)?.position]
    }
    assert.deepStrictEqual(await move("0/1500", "0/1600"), [false, undefined])
    assert.deepStrictEqual(await move("0/15FF", "0/1900"), [false, undefined])
    assert.deepStrictEqual(await move("0/1700", "0/1A00"), [false, "0/1600"])
    assert.deepStrictEqual(await move("0/1900", "0/1B00"), [false, "0/1600"])
    assert.deepStrictEqual(await move("0/1B00", "0/1B00"), [true, "0/1B00"])
    assert.deepStrictEqual(await move("1/0", "0/FFFFFFF8"), [true, "0/FFFFFFF8"])
    assert.deepStrictEqual(await move("1/0", "1/10"), [false, "0/FFFFFFF8"])
    assert.deepStrictEqual(await move("1/10", "1/20"), [false, "1/10"])
  })

  it("that moves while another connection is looked at proves nothing against the server", async () => {
    const path = join(temporaryFolder(), "store.mark")
    const watch = new ServerWatch(path)
    const log = new Log()
    const other = new Log()
    Object.assign(log, { position: "0/1500", inserted: "0/1500" })
    Object.assign(other, { position: "0/1600", inserted: "0/1600" })
    log.meanwhile = async () => void (await watch.move(other.client))
    await watch.check(log.client)
    assert.strictEqual(readMark(path)?.position, "0/1600")
    assert.isUndefined(watch.takeFault())
    log.meanwhile = async () => {}
    await watch.check(log.client)
    assert.match(watch.takeFault() ?? "", /^its server has less than it acknowledged/)
  })
})

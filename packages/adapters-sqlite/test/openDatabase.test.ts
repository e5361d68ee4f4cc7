import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { vi } from "vitest"
import { openDatabase } from "../src/openDatabase.ts"

const folder = temporaryFolder()

describe("a store that is opened", () => {
  it("is not taken for that of another program when another process makes it while it is looked at", () => {
    const options = {
      filename: join(folder, "store.db"),
      mode: "sandbox",
      readonly: false,
      older: "upgrade",
      maxFileBytes: undefined,
      createdAt: 0
    } as const
    const original = Database.prototype.pragma
    let looks = 0
    let isMade = false
    const spy = vi.spyOn(Database.prototype, "pragma").mockImplementation(function (
      this: Database.Database,
      ...args
    ) {
      if (args[0] === "user_version" && !isMade) looks += 1
      // The first look is at an empty file without a log, which a reader keeps from being written.
      if (looks === 2 && !isMade) {
        isMade = true
        openDatabase(options).close()
      }
      return original.apply(this, args)
    })
    try {
      openDatabase(options).close()
    } finally {
      spy.mockRestore()
    }
    assert.isTrue(isMade)
  })
})

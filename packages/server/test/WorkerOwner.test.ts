import { hostname } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import { isGoneOwner, workerOwner } from "../src/start/WorkerOwner.ts"

/** No process has it: Linux counts up to 2^22. */
const noPid = 2 ** 22 + 1

describe("isGoneOwner", () => {
  it.each([
    ["this process", workerOwner, false],
    ["a process of this host that runs", `${hostname()}/${process.ppid}/00ff`, false],
    ["a process of this host that does not", `${hostname()}/${noPid}/00ff`, true],
    ["a predecessor that had the same pid", `${hostname()}/${process.pid}/00ff`, true],
    ["a process of another host", `not-${hostname()}/${noPid}/00ff`, false],
    ["a name of another make", "00ff00ff", false],
    ["no name", "", false]
  ])("%s", (_, owner, gone) => assert.strictEqual(isGoneOwner(owner), gone))
})

import { spawn } from "node:child_process"
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { sampled } from "@quittance/testing"
import { bundledProgram } from "./bundledProgram.ts"
import {
  type CommandResult,
  credentialsIn,
  QuittanceServer,
  quittance,
  temporaryFolder
} from "./QuittanceProcess.ts"

/** Makes a folder read-only for one command, in a mount namespace of its own. Only root may. */
const mounted = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
const isRoot = process.getuid?.() === 0

const program = bundledProgram()

/** Runs the command line where nothing can be written to the folder of the store. */
const onReadOnly = async (
  folder: string,
  args: ReadonlyArray<string>,
  temporary = temporaryFolder()
): Promise<CommandResult> => {
  const call = [process.execPath, "--conditions=source", await program, ...args]
  const [command = "", ...rest] = isRoot
    ? ["unshare", "-m", "sh", "-c", mounted, "sh", folder, ...call]
    : call
  if (!isRoot) chmodSync(folder, 0o500)
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(command, rest, {
        cwd: "/",
        env: {
          PATH: process.env.PATH,
          QUITTANCE_DB: join(folder, "quittance.db"),
          SQLITE_TMPDIR: temporary
        },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let stdout = ""
      let stderr = ""
      child.stdout.on("data", (chunk) => (stdout += chunk))
      child.stderr.on("data", (chunk) => (stderr += chunk))
      child.once("error", reject)
      child.once("close", (status) => {
        // Nothing is left behind.
        assert.deepStrictEqual(readdirSync(temporary), [])
        resolve({ status, stdout, stderr })
      })
    })
  } finally {
    if (!isRoot) chmodSync(folder, 0o700)
  }
}

/** A store that a server closed, and one with a key that only its log has, because the server was killed. */
const closed = temporaryFolder()
const killed = temporaryFolder()

const newKey = async (folder: string) => {
  const { stderr, stdout } = await quittance(["keys", "create", "--partner", "late", "--json"], folder)
  assert.strictEqual(stderr, "")
  return JSON.parse(stdout).publicKey as string
}

let lateKey = ""

beforeAll(async () => {
  for (const folder of [closed, killed]) {
    const first = await QuittanceServer.start(folder)
    first.signal("SIGTERM")
    await first.ended
  }
  const server = await QuittanceServer.start(killed)
  lateKey = await newKey(killed)
  server.signal("SIGKILL")
  await server.ended
})

/** The same in a folder of its own, without some of its files. */
const without = (folder: string, ...ends: ReadonlyArray<string>): string => {
  const copy = temporaryFolder()
  for (const name of readdirSync(folder))
    if (name.startsWith("quittance.db") && !ends.some((end) => name === `quittance.db${end}`))
      copyFileSync(join(folder, name), join(copy, name))
  return copy
}

/** They open the store as `keys list` does: one of them for each store, and all with `npm run night`. */
const looks = [
  ["payouts", "list"],
  ["invoices", "list"],
  ["balance", "show", "--partner", "sandbox"]
]
let stores = 0

const works = async (folder: string, publicKey: string) => {
  const keys = await onReadOnly(folder, ["keys", "list"])
  assert.strictEqual(keys.status, 0, keys.stderr)
  assert.include(keys.stdout, publicKey)
  stores += 1
  for (const args of sampled(looks, looks.length, stores)) {
    const looked = await onReadOnly(folder, args)
    assert.strictEqual(looked.status, 0, looked.stderr)
  }
  const verified = await onReadOnly(folder, ["ledger", "verify"])
  assert.strictEqual(verified.status, 0, verified.stderr + verified.stdout)
  const place = temporaryFolder()
  const backup = await onReadOnly(folder, ["backup", join(place, "backup.db")])
  assert.strictEqual(backup.status, 0, backup.stderr)
  // The backup has everything, and can be looked at in the same way.
  mkdirSync(join(place, "alone"))
  copyFileSync(join(place, "backup.db"), join(place, "alone", "quittance.db"))
  const again = await onReadOnly(join(place, "alone"), ["keys", "list"])
  assert.include(again.stdout, publicKey, again.stderr)
}

const isRefused = async (folder: string, sentence: RegExp) => {
  const place = temporaryFolder()
  for (const args of [
    ["keys", "list"],
    ["ledger", "verify"],
    ["backup", join(place, "backup.db")]
  ]) {
    const { status, stderr, stdout } = await onReadOnly(folder, args)
    assert.deepStrictEqual([status, stdout], [1, ""], stderr)
    assert.match(stderr, sentence)
    assert.strictEqual(stderr.split("\n").length, 2, stderr)
  }
  assert.deepStrictEqual(readdirSync(place), [])
}

describe("keys list, ledger verify and backup where nothing can be written to the store's folder", () => {
  it("work on a store that was closed", async () => {
    await works(closed, credentialsIn(closed).publicKey)
    assert.isFalse(existsSync(join(closed, "quittance.db-wal")))
  })

  it("work with an empty log", async () => {
    const folder = without(closed)
    copyFileSync("/dev/null", join(folder, "quittance.db-wal"))
    await works(folder, credentialsIn(closed).publicKey)
  })

  it("read the log that a killed server left", () => works(killed, lateKey))

  it("read a log without its index", () => works(without(killed, "-shm"), lateKey))

  it("read what a running server writes to the same folder elsewhere", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder)
    try {
      await works(folder, await newKey(folder))
    } finally {
      server.signal("SIGTERM")
      await server.ended
    }
  })

  it("are refused where the log is missing", async () => {
    await isRefused(without(killed, "-wal", "-shm"), /write-ahead log is there: it is older than its anchor/)
    await isRefused(
      without(killed, "-wal", "-shm", ".anchor"),
      /write-ahead log is there: its anchor is not beside it\. Mount the whole folder/
    )
  })

  it("are refused where the index of the log cannot be used", async () => {
    await isRefused(
      without(killed, "-wal"),
      /its write-ahead log cannot be read there, because \S+-shm cannot be used/
    )
  })

  it("are refused where changes must be taken back first", async () => {
    const folder = without(closed)
    copyFileSync(join(folder, "quittance.db"), join(folder, "quittance.db-journal"))
    await isRefused(folder, /-journal has changes that must be taken back first/)
    rmSync(join(folder, "quittance.db-journal"))
  })
})

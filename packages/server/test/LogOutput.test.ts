import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { LogOutput } from "../src/start/LogOutput.ts"

/** A stream whose reader takes what is written when it is told to, or at once. */
const makeReader = (takes: "when told" | "at once" = "when told") => {
  const pieces: Array<string> = []
  const unread: Array<{ readonly length: number; readonly done: () => void }> = []
  return {
    pieces,
    text: () => pieces.join(""),
    stream: {
      fd: -1,
      get writableLength() {
        return unread.reduce((sum, { length }) => sum + length, 0)
      },
      write: (text: string, done: () => void) => {
        pieces.push(text)
        if (takes === "at once") queueMicrotask(done)
        else unread.push({ length: text.length, done })
      }
    },
    /** Takes what was written first; whether there was anything. */
    read: () => {
      const first = unread.shift()
      first?.done()
      return first !== undefined
    }
  }
}

describe("the output of the log", () => {
  it("writes each line at once while its reader keeps up", () => {
    const { pieces, stream } = makeReader("at once")
    const output = new LogOutput(stream)
    for (const line of ["one", "two", "three"]) output.write(line)
    assert.deepStrictEqual(pieces, ["one\n", "two\n", "three\n"])
  })

  it("writes together what a slow reader lets wait, in its order", () => {
    const { pieces, read, stream } = makeReader()
    const output = new LogOutput(stream)
    for (const line of ["one", "two", "three"]) output.write(line)
    assert.deepStrictEqual(pieces, ["one\n"])
    read()
    assert.deepStrictEqual(pieces, ["one\n", "two\nthree\n"])
    output.write("four")
    while (read());
    assert.deepStrictEqual(pieces.slice(2), ["four\n"])
  })

  it("waits behind what others wrote to the same stream", () => {
    const { pieces, read, stream } = makeReader()
    const output = new LogOutput(stream)
    stream.write("of another\n", () => {})
    for (const line of ["one", "two"]) output.write(line)
    assert.deepStrictEqual(pieces, ["of another\n", "one\n"])
    while (read());
    assert.deepStrictEqual(pieces.slice(2), ["two\n"])
  })

  it("writes no more together than a pipe takes whole, and no line in parts", () => {
    const { pieces, read, stream } = makeReader()
    const output = new LogOutput(stream)
    const lines = Array.from({ length: 50 }, (_, at) => `${at} ${"é".repeat(150)}`)
    for (const line of [...lines, "x".repeat(9_000), "last"]) output.write(line)
    while (read());
    assert.strictEqual(pieces.join(""), `${[...lines, "x".repeat(9_000), "last"].join("\n")}\n`)
    for (const piece of pieces) {
      assert.isTrue(piece.endsWith("\n"))
      if (piece.indexOf("\n") < piece.length - 1) assert.isAtMost(Buffer.byteLength(piece), 4_096)
    }
  })

  it("keeps a bounded part for a slow reader, drops the rest, and says how many lines", () => {
    const { read, stream, text } = makeReader()
    const output = new LogOutput(stream, 1_000)
    output.write("first")
    for (let line = 0; line < 500; line++) output.write("0123456789".repeat(5))
    while (read());
    const lines = text().trimEnd().split("\n")
    const kept = lines.filter((line) => line.startsWith("0123")).length
    assert.isAtMost(kept * 51, 1_000)
    const noted = lines.filter((line) => line.startsWith("{"))
    assert.lengthOf(noted, 1)
    assert.include(noted[0], `${500 - kept} lines of the log were dropped`)
    output.write("later")
    assert.isTrue(text().endsWith("later\n"))
  })
})

it("a log that nobody reads stops no process and takes no memory; its last lines outlive an exit", async () => {
  const program = `
    import { LogOutput } from ${JSON.stringify(fileURLToPath(new URL("../src/start/LogOutput.ts", import.meta.url)))}
    const output = new LogOutput(process.stdout)
    process.once("exit", output.end)
    const line = "x".repeat(1_000)
    if (process.argv.at(-1) === "exit") {
      output.write("the last words")
      process.exit(3)
    }
    let turns = 0
    const turn = () => {
      for (let at = 0; at < 500; at++) output.write(line)
      turns += 1
      if (turns < 200) setImmediate(turn)
      else process.send({ megabytes: process.memoryUsage().rss / 1e6, waiting: process.stdout.writableLength })
    }
    turn()`
  const run = (word: string) =>
    spawn(process.execPath, ["--input-type=module", "-e", program, word], {
      stdio: ["ignore", "pipe", "inherit", "ipc"]
    })
  const unread = run("flood")
  const memory = await new Promise<{ megabytes: number; waiting: number }>((resolve) =>
    unread.once("message", (message) => resolve(message as { megabytes: number; waiting: number }))
  )
  unread.kill("SIGKILL")
  // 100 MB were logged.
  assert.isBelow(memory.megabytes, 150)
  assert.isAtMost(memory.waiting, 8_192)
  const ended = run("exit")
  let text = ""
  ended.stdout?.on("data", (bytes) => {
    text += bytes
  })
  const status = await new Promise((resolve) => ended.once("close", resolve))
  assert.deepStrictEqual([status, text], [3, "the last words\n"])
})

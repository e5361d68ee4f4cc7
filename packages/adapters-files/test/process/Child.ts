import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"

/** A process of its own that runs `writeBlobs.ts`. */
export class Child {
  readonly #process: ChildProcessByStdio<null, Readable, null>
  readonly #exited: Promise<unknown>
  #text = ""
  #onText: () => void = () => {}

  /** `limits` is what a shell says before it becomes the process, such as `ulimit -f 200`. */
  constructor(limits: string, ...args: ReadonlyArray<string>) {
    const file = fileURLToPath(new URL("writeBlobs.ts", import.meta.url))
    const shell = `${limits}\nexec "$0" "$@"`
    this.#process = spawn("sh", ["-c", shell, process.execPath, "--conditions=source", file, ...args], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    this.#exited = once(this.#process, "close")
    this.#process.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      this.#text += chunk
      this.#onText()
    })
  }

  /** Whole lines printed so far. */
  get lines(): ReadonlyArray<string> {
    return this.#text.split("\n").slice(0, -1)
  }

  /** Kills the process, without any warning to it, as soon as it printed so many lines. */
  killAfter(lineCount: number): void {
    this.#onText = () => {
      if (this.lines.length >= lineCount) this.#process.kill("SIGKILL")
    }
    this.#onText()
  }

  /** Its end: every line it printed, and its exit code (null when it was killed). */
  async end(): Promise<{ readonly lines: ReadonlyArray<string>; readonly code: number | null }> {
    await this.#exited
    return { lines: this.lines, code: this.#process.exitCode }
  }
}

import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"

/** A process of its own that runs a script of this folder. */
export class Child {
  readonly #process: ChildProcessByStdio<null, Readable, null>
  readonly #exited: Promise<unknown>
  #text = ""
  #onText: () => void = () => {}

  constructor(script: string, ...args: ReadonlyArray<string>) {
    const file = fileURLToPath(new URL(script, import.meta.url))
    this.#process = spawn(process.execPath, ["--conditions=source", file, ...args], {
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

  /** Completes when it has printed so many lines, or ended. */
  async printed(lineCount: number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#onText = () => {
        if (this.lines.length >= lineCount) resolve()
      }
      this.#onText()
    })
    await Promise.race([reached, this.#exited])
  }

  /** Its end: every line it printed, and its exit code (null when it was killed). */
  async end(): Promise<{ readonly lines: ReadonlyArray<string>; readonly code: number | null }> {
    await this.#exited
    return { lines: this.lines, code: this.#process.exitCode }
  }
}

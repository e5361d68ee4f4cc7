import { barChart } from "../command/barChart.ts"
import { visibleText } from "./visibleText.ts"

/** The progress of some work. */
export interface Progress {
  readonly label: string
  readonly done: number
  /** Absent if unknown: then no bar is shown. */
  readonly total?: number
  /** The same for people: `3 of 40`. */
  readonly figures: string
}

/** An output on which a line can be redrawn. */
export interface Terminal {
  readonly columns: number
  readonly write: (text: string) => unknown
}

const eraseLine = "\r\u001b[2K"

/** Wider bars show no more, narrower ones nothing. */
const barWidthMax = 40
const barWidthMin = 5

/** A progress line on a terminal; nothing elsewhere. */
export class ProgressBar {
  readonly #terminal: Terminal | undefined
  #shown = ""

  constructor(terminal: Terminal | undefined) {
    this.#terminal = terminal
  }

  /** On standard error, because standard output is the command's answer. A dumb terminal cannot erase a line. */
  static onStandardError(): ProgressBar {
    const { stderr } = process
    const canErase = stderr.isTTY && process.env.TERM !== "dumb"
    return new ProgressBar(
      canErase ? { columns: stderr.columns || 80, write: (text) => stderr.write(text) } : undefined
    )
  }

  /** Whether anybody sees it. */
  get isShown(): boolean {
    return this.#terminal !== undefined
  }

  show(progress: Progress): void {
    if (this.#terminal === undefined) return
    const line = progressLine(progress, this.#terminal.columns)
    if (line === this.#shown) return
    this.#shown = line
    this.#terminal.write(eraseLine + line)
  }

  /** Erases the line before other output. */
  clear(): void {
    if (this.#shown !== "") this.#terminal?.write(eraseLine)
    this.#shown = ""
  }
}

/** Shorter than the terminal is wide, because a line that wraps cannot be erased. */
export const progressLine = ({ done, figures, label: given, total }: Progress, columns: number): string => {
  const label = visibleText(given)
  const room = columns - 1
  const width = Math.min(barWidthMax, room - label.length - figures.length - 4)
  if (total === undefined || total === 0 || width < barWidthMin)
    return `${label}  ${figures}`.slice(0, Math.max(0, room))
  const [, bar = ""] = barChart([total, Math.min(done, total)], width, "blocks")
  return `${label}  ${bar.padEnd(width)}  ${figures}`
}

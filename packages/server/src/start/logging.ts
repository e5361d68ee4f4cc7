import { Cause, Layer, Logger, type LogLevel, References } from "effect"
import { visibleLines } from "../cli/visibleText.ts"
import { LogOutput } from "./LogOutput.ts"

/**
 * The log: for people on a terminal, otherwise one JSON object per line. Foreign text can control neither. A server
 * writes to standard output, and never waits for who reads it.
 */
export const loggingLayer = (
  level: LogLevel.LogLevel,
  target: "stdout" | "stderr" = "stdout",
  writeLine = writeLineOfServer
): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([process[target].isTTY ? forPeople : jsonTo[target](writeLine)]),
    Layer.succeed(References.MinimumLogLevel, level),
    // The pretty logger checks this.
    Layer.succeed(Logger.LogToStderr, target === "stderr")
  )

const visible = (part: unknown): unknown => (typeof part === "string" ? visibleLines(part) : part)

const pretty = Logger.consolePretty()

/** Escaped before colouring: afterwards the colour codes could not be distinguished from foreign text. */
const forPeople = Logger.make<unknown, void>((options) => {
  const { cause, message } = options
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const why = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
  pretty.log({ ...options, message: [...parts, ...why].map(visible), cause: Cause.empty })
})

const json = Logger.map(Logger.formatJson, visibleLines)

const toConsole = Logger.withConsoleError(json)

const jsonTo = {
  stdout: (writeLine: (line: string) => void) => Logger.map(json, writeLine),
  stderr: () => toConsole
}

let output: LogOutput | undefined

const writeLineOfServer = (line: string): void => {
  if (output === undefined) {
    output = new LogOutput(process.stdout)
    process.once("exit", output.end)
  }
  output.write(line)
}

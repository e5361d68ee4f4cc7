import { Layer, Logger, type LogLevel, References } from "effect"

/** The log: for people on a terminal, one JSON object a line for everything else. */
export const loggingLayer = (
  level: LogLevel.LogLevel,
  target: "stdout" | "stderr" = "stdout"
): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([process[target].isTTY ? Logger.consolePretty() : jsonTo[target]]),
    Layer.succeed(References.MinimumLogLevel, level),
    // What the pretty logger goes by.
    Layer.succeed(Logger.LogToStderr, target === "stderr")
  )

const jsonTo = {
  stdout: Logger.consoleJson,
  stderr: Logger.withConsoleError(Logger.formatJson)
}

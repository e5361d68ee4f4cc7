/**
 * A process of the program of the next version: it knows one step more. It does one thing after the other with a store,
 * and prints each answer as a line of JSON, after the lines of the log.
 *
 *     node --conditions=source nextProgram.ts DEED[,DEED…] FILE [OTHER]
 */
import { registerHooks } from "node:module"

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const found = nextResolve(specifier, context)
    const isSteps =
      found.url.endsWith("/schema/steps.ts") && context.parentURL?.endsWith("/nextSteps.ts") !== true
    return isSteps ? { ...found, url: new URL("nextSteps.ts", import.meta.url).href } : found
  }
})

const { deeds } = await import("./deeds.ts")
const { Cause, Effect, Exit, Logger } = await import("effect")

const [, , named = "", filename = "", other = ""] = process.argv
const print = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const log = Logger.layer([Logger.make(({ message }) => print({ log: String(message) }))])
for (const each of named.split(",")) {
  const exit = await Effect.runPromiseExit(Effect.provide((deeds[each] ?? Effect.die)(filename, other), log))
  print(Exit.isSuccess(exit) ? { answer: exit.value ?? null } : { failure: Cause.squash(exit.cause) })
}

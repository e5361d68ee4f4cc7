import { WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../../cli/Command.ts"
import { EnvironmentReader } from "../../configuration/Environment.ts"
import { strangeSentence } from "../../configuration/variables.ts"
import { loggingLayer } from "../../start/logging.ts"
import { printJson, printLines, tableLines } from "../print.ts"
import { runToEnd } from "../runToEnd.ts"
import { startFaults } from "../startFaults.ts"
import { accountFinding } from "./accountFinding.ts"
import { type Finding, fault, note, ok } from "./Finding.ts"
import { folderFindings } from "./folderFindings.ts"
import { clockFinding, diskFindings, tracesIn, versionFinding } from "./machineFindings.ts"
import { mailFinding, nodeFindings, receiverFindings, serverFinding } from "./outsideFindings.ts"
import { storeFindings } from "./storeFindings.ts"

/**
 * `quittance doctor`: looks at everything that a deployment needs, a line each, and goes on after a fault. It changes
 * nothing, neither here nor outside. Exit status 1 if it finds a fault.
 */
export const run: RunCommand = (input) =>
  runToEnd(
    Effect.gen(function* () {
      const findings = yield* allFindings
      const isWell = findings.every(({ status }) => status !== "fault")
      if (input.has("--json")) printJson({ ok: isWell, findings })
      else printLines(tableLines(["", "CHECK", "RESULT"], findings.map(rowOf)))
      return isWell ? 0 : 1
    }).pipe(Effect.provide(loggingLayer("None", "stderr")))
  )

const rowOf = ({ check, message, status }: Finding): ReadonlyArray<string> => [status, check, message]

const allFindings: Effect.Effect<ReadonlyArray<Finding>> = Effect.gen(function* () {
  const reader = new EnvironmentReader(process.env)
  const { configuration, fileFaults, otherFaults } = yield* startFaults(reader, 1, "used")
  const { file, mode, strangeVariables } = configuration
  const strange = strangeSentence(strangeVariables)
  const faults = [...fileFaults.map((each) => `${file.path}: ${each}`), ...otherFaults]
  const head = [
    versionFinding(),
    ...(faults.length === 0
      ? [
          ok(
            "configuration",
            `valid, for mode ${mode}${file.path === undefined ? "" : `, with ${file.path}`}.`
          )
        ]
      : faults.map((each) => fault("configuration", each))),
    ...(strange === undefined ? [] : [note("configuration", `${strange}.`)]),
    ...diskFindings(configuration),
    ...folderFindings(configuration)
  ]
  // A fault of QUITTANCE_DB leaves the default in its place, which is not what was meant.
  const store = reader.hasRefused("QUITTANCE_DB") ? undefined : yield* storeFindings(configuration)
  const nodes = yield* Effect.promise(() => nodeFindings(configuration))
  const now = yield* Effect.flatMap(WallClock, (clock) => clock.now)
  const outside = yield* Effect.promise(() =>
    Promise.all([
      mailFinding(configuration),
      receiverFindings(configuration, store?.receivers ?? []),
      ...(store === undefined ? [] : [serverFinding(configuration, store.links)])
    ])
  )
  return [
    ...head,
    clockFinding(now, [...tracesIn(configuration), ...nodes.times]),
    ...(store?.findings ?? []),
    ...nodes.findings,
    accountFinding(configuration),
    ...outside.flat()
  ]
})

import { Sandbox } from "@quittance/core"
import { Effect, Layer, Option, Stream } from "effect"
import type { RunCommand } from "../../cli/Command.ts"
import { pathIn } from "../../cli/pathIn.ts"
import { loadProviders } from "../../start/Providers.ts"
import { servicesLayer } from "../../start/services.ts"
import { onStore } from "../onStore.ts"
import { writeText } from "../TextOutput.ts"
import { sandboxOnly } from "./sandboxPartner.ts"

/** `quittance statements export`: what the simulated bank knows of an account, as the file of a real one. */
export const run: RunCommand = (input) => {
  const output = input.text("--output")
  const path = output === undefined ? undefined : pathIn("--output", output, "./statement.xml")
  const write = Effect.gen(function* () {
    const sandbox = Option.getOrThrow(yield* Effect.serviceOption(Sandbox))
    const asked = { account: input.required("--account"), format: input.required("--format") }
    const { content } = yield* sandbox.bankStatement(undefined, asked)
    yield* Effect.catchTag(writeText(path, Stream.make(content)), "OutputRefused", (refused) =>
      refused.closedByReader ? Effect.void : Effect.fail(refused)
    )
    return 0
  })
  return onStore(
    (configuration) =>
      Layer.unwrap(
        Effect.map(loadProviders(configuration), (providers) =>
          servicesLayer(configuration, { providers, vault: "none" })
        )
      ),
    write,
    { check: sandboxOnly("statements export") }
  )
}

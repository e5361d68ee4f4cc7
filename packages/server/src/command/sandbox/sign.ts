import { readFileSync } from "node:fs"
import { Settings } from "@quittance/core"
import { apiKey, StateReader, WallClock } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { RunCommand } from "../../cli/Command.ts"
import type { CommandInput } from "../../cli/CommandInput.ts"
import { pathIn } from "../../cli/pathIn.ts"
import { UsageError } from "../../cli/UsageError.ts"
import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { readFailure } from "../../start/fileFailure.ts"
import { StartRefused } from "../../start/StartRefused.ts"
import { readServicesLayer } from "../../start/services.ts"
import { onStore } from "../onStore.ts"
import { printJson, printLine } from "../print.ts"
import { curlLine } from "./curlLine.ts"
import { sandboxCredentials, sandboxOnly } from "./sandboxPartner.ts"
import { proofOf, signedRequest } from "./signedRequest.ts"

/** `quittance sign`: reads only; the string to sign of a request, and the request as a line of curl. */
export const run: RunCommand = (input) => {
  const request = requestIn(input)
  const { body, idempotencyKey, method, proof, target } = request
  let configured: StoreConfiguration
  const sign = Effect.gen(function* () {
    const credentials = yield* sandboxCredentials(configured)
    const states = yield* StateReader
    const [found] = yield* states.indexed(apiKey, "by_public_key", { equal: [credentials.publicKey] })
    if (found === undefined || Option.isSome(found.state.revokedAt))
      return yield* new StartRefused({
        message: `The key of ${configured.credentialsFile} is ${found === undefined ? "unknown to this store" : "revoked"}: delete the file and start the server, which makes another one.`
      })
    const at = yield* Effect.flatMap(WallClock, ({ now }) => now)
    const { origin, pathname } = new URL((yield* Settings).publicUrl)
    // A server may be mounted below a path.
    const asked = pathname.replace(/\/$/, "") + target
    const { headers, stringToSign } = signedRequest(
      { method, target: asked, body: body?.bytes, idempotencyKey, at },
      credentials,
      { bind: found.state.bind, proof }
    )
    const url = origin + asked
    const curl = curlLine({ method, url, headers, body: body?.asTyped })
    if (input.has("--json")) printJson({ method, url, stringToSign, headers, curl })
    else {
      if (stringToSign === null)
        printLine("Nothing is signed here: this group takes the secret in a header.\n")
      else printLine(`String to sign:\n\n${stringToSign}\n`)
      printLine(curl)
    }
    return 0
  })
  return onStore(
    (configuration) => {
      configured = configuration
      return readServicesLayer(configuration)
    },
    sign,
    { check: sandboxOnly("sign") }
  )
}

const requestIn = (input: CommandInput) => {
  const [method = "", target = ""] = input.operands
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(target))
    throw new UsageError(
      `PATH must begin with / and be printable ASCII without spaces, such as /api/v2/crypto/balance, not "${target}".`
    )
  const proof = proofOf(target)
  if (proof === undefined)
    throw new UsageError(
      `PATH must begin with /api/v2/crypto/, /api/v1/, /v1/ or /sandbox/v1/, not "${target}": nothing else takes a partner's key.`
    )
  const idempotencyKey = input.text("--idempotency-key")
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new UsageError("--idempotency-key must have 1 to 255 printable ASCII characters.")
  return { method, target, proof, idempotencyKey, body: bodyIn(input, method) }
}

const bodyBytesMax = 256 * 1024

const bodyIn = (input: CommandInput, method: string) => {
  const asTyped = input.text("--body")
  if (asTyped === undefined) return undefined
  if (method === "GET") throw new UsageError("--body is for a request that has one: GET has none.")
  const bytes = asTyped.startsWith("@")
    ? fileBytes(pathIn("--body @FILE", asTyped.slice(1), "@./payout.json"))
    : new TextEncoder().encode(asTyped)
  if (bytes.length > bodyBytesMax)
    throw new UsageError(`--body has ${bytes.length} bytes, and the API takes at most ${bodyBytesMax}.`)
  return { asTyped, bytes }
}

const fileBytes = (path: string): Uint8Array => {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`--body: ${readFailure(path, error)}.`)
  }
}

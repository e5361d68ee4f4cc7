import { ApiKeys } from "@quittance/core"
import { type BindMode, isPartnerId, newKeyOf, newOperatorKeyOf, OperatorKeys } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { servicesLayer } from "../start/services.ts"
import { checked, onStore } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

const flags = {
  partner: "--partner",
  name: "--name",
  scopes: "--scopes",
  allowedIps: "--allow-ip",
  bind: "--bind",
  expiresInDays: "--expires-in-days"
} as const

/** What the key's signatures cover, for developers of clients. */
const signedBy: { readonly [B in BindMode]: string } = {
  none: "method, path, time and body (--bind none)",
  idempotency: "method, path, time, body and idempotency key (--bind idempotency)",
  query: "method, path, time, body and query (--bind query)"
}

/** `quittance keys create`: creates an unknown partner, and the store if there is none. */
export const run: RunCommand = (input) => {
  if (!input.has("--operator")) return createForPartner(input)
  for (const flag of ["--partner", "--bind"] as const)
    if (input.has(flag))
      throw new UsageError(`${flag} is of a partner's key: leave it out, or leave out --operator.`)
  return createForOperators(input)
}

/** A key that signs nothing and has no partner. */
const createForOperators = (input: CommandInput): Promise<number> => {
  const request = {
    name: input.text("--name"),
    scopes: input.texts("--scopes"),
    allowedIps: input.texts("--allow-ip"),
    expiresInDays: daysOf(input.text("--expires-in-days"))
  }
  const create = Effect.gen(function* () {
    const keys = yield* OperatorKeys
    const { id, scopes, secret } = yield* keys.create(request)
    if (input.has("--json")) {
      printJson({ id, secret, scopes, name: request.name ?? null })
      return 0
    }
    printLine("Made an operator key, for /api/operator/v1 only. It is shown only once.\n")
    printFacts([
      ["Id", id],
      ...(request.name === undefined ? [] : [["Name", request.name] as const]),
      ["Key", secret],
      ["Scopes", scopes.join(", ")],
      ["Allowed from", request.allowedIps?.join(", ") ?? "anywhere"]
    ])
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration), create, {
    check: ({ mode }) => checked(flags, newOperatorKeyOf(request, mode)),
    store: "made"
  })
}

const createForPartner = (input: CommandInput): Promise<number> => {
  const request = {
    partner: partnerIn(input),
    name: input.text("--name"),
    scopes: input.texts("--scopes"),
    allowedIps: input.texts("--allow-ip"),
    bind: input.text("--bind"),
    expiresInDays: daysOf(input.text("--expires-in-days"))
  }
  const create = Effect.gen(function* () {
    const keys = yield* ApiKeys
    const { bind, ...key } = yield* keys.create(request)
    if (input.has("--json")) {
      printJson({ ...key, name: request.name ?? null })
      return 0
    }
    printLine(`Made a key for ${request.partner}. The secret is shown only once.\n`)
    printFacts([
      ["Id", key.id],
      ...(request.name === undefined ? [] : [["Name", request.name] as const]),
      ["Partner", key.partnerId],
      ["Public key", key.publicKey],
      ["Secret", key.secret],
      ["Scopes", key.scopes.join(", ")],
      ["Signed", signedBy[bind]]
    ])
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration), create, {
    check: ({ mode }) => checked(flags, newKeyOf(request, mode)),
    // In a store that does not exist there are no ids.
    store: isPartnerId(request.partner) ? "there" : "made"
  })
}

const partnerIn = (input: CommandInput): string => {
  const partner = input.text("--partner")
  if (partner === undefined)
    throw new UsageError(
      "--partner is missing: add --partner NAME, or --operator for a key of the operators."
    )
  return partner
}

const daysOf = (text: string | undefined): number | undefined => {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(`--expires-in-days must be a whole number from 1 to 3650, not "${text}".`)
}

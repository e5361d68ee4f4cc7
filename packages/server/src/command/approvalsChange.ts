import { InvalidInput, Partners } from "@quittance/core"
import {
  addressBookOf,
  memberOf,
  oneTierOf,
  pendingChangeView,
  type RosterOutcome,
  Rosters,
  roleChangeOf,
  roleOf,
  rosterView
} from "@quittance/core/adapter"
import { Clock, Effect, Option, type Result } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { servicesLayer } from "../start/services.ts"
import { printRoster } from "./approvalsShow.ts"
import { checked, onStore, usageErrorOf } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

/** Commands of an operator, who needs no second person: what they change holds at once. */

type RostersShape = Rosters["Service"]

const flags = {
  currency: "--currency",
  from: "--from",
  approvers: "--approvers",
  addressBook: "--address-book",
  network: "--network",
  address: "--address",
  label: "--label",
  user: "--user",
  role: "--role"
} as const

/** Runs a change of the partner's rules, and prints what is so afterwards. `note` is for people. */
const changing = (
  input: CommandInput,
  change: (rosters: RostersShape, partnerId: string) => Effect.Effect<RosterOutcome, unknown>,
  note = ""
): Promise<number> => {
  const run = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const { at, pending, state } = yield* change(yield* Rosters, partner.id)
    const view = rosterView(state, at, "operator")
    if (input.has("--json"))
      printJson({
        partner: partner.name,
        pending: Option.getOrNull(Option.map(pending, pendingChangeView)),
        roster: view
      })
    else {
      printLine(`It holds from now on.${note}\n`)
      printRoster(partner.name, view)
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), run)
}

const approversIn = (text: string): number => {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new UsageError(`--approvers must be a whole number from 0 to 20, not "${text}".`)
}

/** Payouts keep what the rules of their time ask for. */
const ofNewPayouts = " Payouts that were made before keep their rules."

/** `quittance approvals set`: one tier, or the address book. */
export const setRules: RunCommand = (input) => {
  const [from, approvers, addressBook] = [
    input.text("--from"),
    input.text("--approvers"),
    input.text("--address-book")
  ]
  const currency = input.text("--currency")
  const isTier = from !== undefined || approvers !== undefined
  if (isTier === (addressBook !== undefined))
    throw new UsageError("Name what changes: --from with --approvers, or --address-book.")
  if (addressBook !== undefined) {
    const request = { currency, addressBook }
    checked(flags, addressBookOf(request))
    return changing(input, (rosters, partnerId) => rosters.setAddressBook(partnerId, request), ofNewPayouts)
  }
  if (from === undefined || approvers === undefined)
    throw new UsageError("Give both --from, the amount, and --approvers, how many people.")
  const request = { currency, from, approvers: approversIn(approvers) }
  checked(flags, oneTierOf(request))
  return changing(input, (rosters, partnerId) => rosters.setTier(partnerId, request), ofNewPayouts)
}

const place = (input: CommandInput) => ({
  network: input.required("--network"),
  address: input.required("--address")
})

/** Which networks there are, only the configuration says. */
const inFlags = <A, E>(effect: Effect.Effect<A, E | InvalidInput>) =>
  Effect.mapError(effect, (error) => (error instanceof InvalidInput ? usageErrorOf(flags)(error) : error))

export const addAddress: RunCommand = (input) =>
  changing(input, (rosters, partnerId) =>
    inFlags(rosters.addAddress(partnerId, { ...place(input), label: input.required("--label") }))
  )

export const removeAddress: RunCommand = (input) =>
  changing(input, (rosters, partnerId) => inFlags(rosters.removeAddress(partnerId, place(input))))

/** `quittance approvals set-role`: adds, changes or removes a person. */
export const setRole: RunCommand = (input) => {
  const request = { user: input.required("--user"), role: input.required("--role") }
  const isGone = request.role === "none"
  const decoded: Result.Result<unknown, InvalidInput> = isGone
    ? memberOf(request)
    : roleChangeOf("AddMember", request)
  checked(flags, decoded)
  return changing(input, (rosters, partnerId) =>
    Effect.gen(function* () {
      if (isGone) return yield* rosters.removeMember(partnerId, request)
      const { state } = yield* rosters.fresh(partnerId)
      const isMember = roleOf(state, request.user, yield* Clock.currentTimeMillis) !== undefined
      return yield* isMember ? rosters.changeRole(partnerId, request) : rosters.addMember(partnerId, request)
    })
  )
}

export const agree: RunCommand = (input) =>
  changing(input, (rosters, partnerId) => rosters.agree(partnerId, input.operand))

export const withdraw: RunCommand = (input) =>
  changing(input, (rosters, partnerId) => rosters.withdraw(partnerId, input.operand))

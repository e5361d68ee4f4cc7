import { Settings } from "@quittance/core"
import {
  consoleUrlOf,
  Invitations,
  invitationRequestOf,
  invitationUrl,
  invitationView,
  type MadeInvitation,
  Users
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { StartRefused } from "../start/StartRefused.ts"
import { servicesLayer } from "../start/services.ts"
import { checked, onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

const flags = {
  operator: "--operator",
  partner: "--partner",
  role: "--role",
  name: "--name",
  email: "--email"
} as const

/** `quittance users invite`. */
export const run: RunCommand = (input) => {
  const request = {
    operator: input.has("--operator"),
    partner: input.text("--partner"),
    role: input.text("--role"),
    name: input.required("--name"),
    email: input.text("--email")
  }
  checked(flags, invitationRequestOf(request))
  return linking(
    input,
    Effect.flatMap(Invitations, ({ create }) => create(request)),
    ({ name, role }) => `The link by which ${name} becomes ${role ?? "an operator"}`,
    ({ id }) =>
      `quittance users revoke ${id}${request.partner === undefined ? "" : ` --partner ${request.partner}`}`
  )
}

/** `quittance users recover`. */
export const recover: RunCommand = (input) =>
  linking(
    input,
    Effect.flatMap(Users, (users) => users.recover(input.operand)),
    () => "The link by which the person makes new credentials; from then on the old ones open nothing"
  )

/** Prints a link of the console. Without a console there would be nothing that it opens. */
const linking = <E>(
  input: CommandInput,
  make: Effect.Effect<MadeInvitation, E, Invitations | Users>,
  says: (view: ReturnType<typeof invitationView>) => string,
  revocation?: (view: ReturnType<typeof invitationView>) => string
): Promise<number> => {
  const print = Effect.gen(function* () {
    const consoleUrl = consoleUrlOf(yield* Settings)
    if (consoleUrl === undefined)
      return yield* new StartRefused({
        message:
          "There is no console to sign in at: set QUITTANCE_CONSOLE_URL, or consoleUrl of the configuration file, such as https://pay.example.com."
      })
    const { invitation, token } = yield* make
    const view = invitationView(invitation, yield* Clock.currentTimeMillis)
    const url = invitationUrl(consoleUrl, token)
    if (input.has("--json")) printJson({ ...view, url })
    else {
      printLine(`${says(view)}. It opens once, until ${view.expiresAt}:\n`)
      printLine(url)
      if (revocation !== undefined) printLine(`\nTo close it before it is used: ${revocation(view)}`)
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), print)
}

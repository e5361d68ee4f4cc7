import {
  ConsolePlace,
  consolePlaceOf,
  Enrolments,
  LinkEnrolments,
  type OptionRules,
  option,
  optionGroup,
  refuseOptions,
  Sessions,
  SignInLinks,
  SignIns,
  SignInUsers,
  StepUps
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { NodePasswords, type NodePasswordsOptions, passwordRules } from "./NodePasswords.ts"
import { SimplePasskeys } from "./SimplePasskeys.ts"

export interface SignInOptions {
  /** Where people sign in: the console is at `/console` below it. */
  readonly consoleUrl: string
  readonly passwords?: NodePasswordsOptions
}

/** All services of sign-in on those of Quittance. Fails where nobody could sign in at the URL. */
export const signInServices = (options: SignInOptions) => {
  refuseOptions(options, rules, "signInServices")
  const { consoleUrl, passwords } = options
  return Layer.mergeAll(
    SignIns.layer,
    Sessions.layer,
    StepUps.layer,
    Enrolments.layer,
    LinkEnrolments.layer,
    SignInLinks.layer
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        SignInUsers.layer,
        SimplePasskeys.layer,
        NodePasswords.layer(passwords),
        Layer.effect(ConsolePlace, Effect.fromResult(consolePlaceOf(consoleUrl)))
      )
    )
  )
}

const rules: OptionRules<SignInOptions> = {
  consoleUrl: option.url("https://pay.example.com"),
  passwords: option.optional(optionGroup(passwordRules))
}

import type { SignInFailure } from "@quittance/adapters-signin"
import type { Operations } from "@quittance/core"
import type { InPerson, OperationName, PersonRole, StepUpNeeded } from "@quittance/core/adapter"
import type { Effect, Stream } from "effect"
import type { ConsoleDeployment } from "../ConsoleDeployment.ts"
import type { OwnAccount } from "../frame/OwnAccount.ts"
import type { Look } from "../look/Look.ts"
import type { DoneBefore } from "./DoneBefore.ts"

/** What proving an act in the console may fail with. */
export type ProofFailure = StepUpNeeded | SignInFailure | DoneBefore

/** All operations, by the person who looks. */
export type PersonalOperations = InPerson<Operations["Service"], ProofFailure>

/** An answer that is a stream may fail while it is read. */
type LaterFailure<Answer> = Answer extends Stream.Stream<infer _Item, infer Failure> ? Failure : never

type FailuresOf<Offered> = {
  readonly [Name in keyof Offered]: Offered[Name] extends (
    ...given: never
  ) => Effect.Effect<infer Answer, infer Failure>
    ? Failure | LaterFailure<Answer>
    : FailuresOf<Offered[Name]>
}[keyof Offered]

/** Everything with which a screen may fail. */
export type ScreenFailure = FailuresOf<PersonalOperations>

/** Who looks, at what, in which role. */
export interface Seen extends Look {
  readonly operations: PersonalOperations
  /** Whether the form of an act that had to be proven was sent before, and what it asked for may be done already. */
  readonly isAgain: () => boolean
  /** What the person signs in with, and where. */
  readonly account: OwnAccount
  readonly person: { readonly id: string; readonly name: string; readonly isOperator: boolean }
  /** Whose records these are; on pages of no partner, an empty id. */
  readonly partner: { readonly id: string; readonly name: string }
  readonly role: PersonRole
  /** What only the server knows, if it says it. */
  readonly deployment: ConsoleDeployment["Service"] | undefined
  /** Where the screen of an operation is: of this partner or another one, or of operators. */
  readonly linkTo: (operation: OperationName, partnerId?: string) => string | null
  /** Whether the person may call the operation here. */
  readonly may: (operation: OperationName) => boolean
  /** Scheme, host and port of the console, for links that leave it. */
  readonly origin: string
  /** The path of the console. */
  readonly root: string
  /** What all paths of this scope begin with. */
  readonly base: string
  /** The path of this screen, as it was asked for. */
  readonly path: string
  /** The record that the path names; empty where it names none. */
  readonly id: string
  /** What else it names. */
  readonly parameters: { readonly [name: string]: string }
  readonly query: URLSearchParams
  /** For a form that is shown: it names the form when it is sent. */
  readonly newNonce: string
  /** The instant of the request. */
  readonly now: number
}

import { hash } from "node:crypto"
import { InvalidInput } from "@quittance/core"
import { decoderOf, type SignedInVisitor, type SignInClient, type WantedAct } from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import type { Answer } from "../message/answers.ts"
import type { RequestFields } from "../message/RequestFields.ts"
import { type SignInFailure, SignInFault } from "../message/SignInFault.ts"

/** A request below `/console`, as its route sees it. */
export interface Visit {
  readonly client: SignInClient
  /** Whether a person sent a form, who gets pages. */
  readonly form: RequestFields["form"]
  /** What it says. */
  readonly fields: { readonly [name: string]: unknown }
  /** Its address, of which only path and query are known to be right. */
  readonly url: URL
  /** The parts of the path that its template names. */
  readonly parameters: { readonly [name: string]: string }
  /** Who is signed in. */
  readonly visitor: Option.Option<SignedInVisitor>
  /** Whether the browser came by another name or port than the console's, where passkeys do not work. */
  readonly isElsewhere: boolean
  /** By names in lower case. */
  readonly headers: { readonly [name: string]: string }
  /** The `Idempotency-Key`, for programs. */
  readonly key: string | undefined
}

/** What is served on one path below `/console`. */
export interface ConsoleRoute {
  readonly method: "GET" | "POST"
  /** With its parameters in braces, such as `/payouts/{id}/approve`. */
  readonly path: string
  readonly handle: (visit: Visit) => Effect.Effect<Answer, SignInFailure>
}

/** For those who are signed in only. */
export const signedIn =
  (handle: (visit: Visit, visitor: SignedInVisitor) => Effect.Effect<Answer, SignInFailure>) =>
  (visit: Visit): Effect.Effect<Answer, SignInFailure> =>
    Option.match(visit.visitor, {
      onNone: () => Effect.fail(new SignInFault({ code: "not_signed_in", message: "sign in first" })),
      onSome: (visitor) => handle(visit, visitor)
    })

/** What a request says, if it has this form. */
export const said = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = decoderOf(schema)
  return ({ fields }: Visit) => Effect.fromResult(decode(fields))
}

/** The seal of a ceremony, which only the core reads. */
export const Ticket = Schema.String.check(Schema.isMaxLength(4_000))

export const ShortText = Schema.String.check(Schema.isMaxLength(2_000))

const nonceForm = /^[\x21-\x7e]{8,100}$/

/** What names the form of a request: the key of a program, or its nonce. */
export const nonceOf = ({ fields, key }: Visit): Effect.Effect<string, InvalidInput> => {
  const given = key ?? fields.nonce
  return typeof given === "string" && nonceForm.test(given)
    ? Effect.succeed(given)
    : Effect.fail(
        InvalidInput.of(
          "nonce",
          "invalid_value",
          "must have 8 to 100 visible characters, and be new for each form"
        )
      )
}

/** The act of a form, which is done once however often the form is sent. */
export const wantedAct = (
  visit: Visit,
  act: string,
  subject: string
): Effect.Effect<WantedAct, InvalidInput> => {
  const { nonce: _, ...content } = visit.fields
  return Effect.map(nonceOf(visit), (nonce) => ({
    ...{ act, subject, nonce },
    fingerprint: hash("sha256", JSON.stringify([act, subject, content]))
  }))
}

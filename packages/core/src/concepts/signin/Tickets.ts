import { Effect, Result, Schema } from "effect"
import { Guard, signatureExpiry } from "../../kernel/ports/Guard.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { Vault } from "../../kernel/ports/Vault.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { stepUpMillisMax } from "./Session.ts"
import { SignInRefused } from "./SignInRefused.ts"

/** Left out where it is empty: some tickets are in links. */
const text = Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))

/**
 * What a ceremony was begun with, sealed and carried by the browser until it ends: nothing is stored for those who
 * begin and never finish. It is used once, and only by whom it was given to.
 */
const Ticket = Schema.Struct({
  purpose: Schema.Literals(["sign_in", "step_up", "passkey", "codes", "link"]),
  /** Lower-case hex of 32 random bytes. */
  nonce: Schema.String,
  /** The session, or the hash of the link, that it belongs to; empty before sign-in. */
  holder: text,
  userId: text,
  act: text,
  subject: text,
  /** The secret of new codes, in hex. */
  secret: text,
  /** Instant. */
  at: Schema.Int,
  /** Instant. */
  until: Schema.Int
})
export interface Ticket extends Schema.Schema.Type<typeof Ticket> {}

const context = "ticket of a sign-in"

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Ticket))

const withoutEmpty = (_: string, value: unknown): unknown => (value === "" ? undefined : value)

const nothing = { holder: "", userId: "", act: "", subject: "", secret: "" }

/** As browsers get it. */
export const challengeOf = ({ nonce }: Ticket): string => Buffer.from(nonce, "hex").toString("base64url")

export const makeTickets = Effect.gen(function* () {
  const vault = yield* Vault
  const guard = yield* Guard
  const ids = yield* Ids
  const wallClock = yield* WallClock

  const issue = Effect.fnUntraced(function* (
    given: Pick<Ticket, "purpose"> & Partial<Omit<Ticket, "at" | "nonce" | "until">>,
    lifeMillis = stepUpMillisMax
  ) {
    const at = yield* wallClock.now
    const ticket: Ticket = { ...nothing, ...given, nonce: yield* ids.token(32), at, until: at + lifeMillis }
    return { ticket, sealed: yield* vault.seal(JSON.stringify(ticket, withoutEmpty), context) }
  })

  /** Of this purpose and this holder, and in time. */
  const open = Effect.fnUntraced(function* (sealed: string, purpose: Ticket["purpose"], holder: string) {
    const text = yield* Effect.catchTag(vault.open(sealed, context), "VaultRefused", () =>
      Effect.fail(new SignInRefused({ reason: "ticket" }))
    )
    const ticket = yield* Effect.fromResult(
      Result.mapError(decode(text), () => new SignInRefused({ reason: "ticket" }))
    )
    if (ticket.purpose !== purpose || ticket.holder !== holder)
      return yield* new SignInRefused({ reason: "ticket" })
    if ((yield* wallClock.now) >= ticket.until) return yield* new SignInRefused({ reason: "expired" })
    return ticket
  })

  /**
   * Fails if it was used before, also by another process. With the same `use` it is the same use again. It is
   * remembered as signatures are, which no ticket outlives: a store that is released forgets what was begun before, and
   * no more.
   */
  const take = Effect.fnUntraced(function* ({ at, nonce }: Ticket, use?: string) {
    const binding = use ?? (yield* ids.token(16))
    const seen = yield* guard.recordSignature({
      keyId: "ticket",
      signature: nonce,
      binding,
      expiresAt: signatureExpiry(at)
    })
    if (seen !== "fresh") return yield* new SignInRefused({ reason: "ticket" })
  })

  return { issue, open, take }
})

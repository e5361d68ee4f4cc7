import { BankRail, KycChecker, Mailer, PayoutProcessor, Store } from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"

/** Hears what a caller did and must never do. */
type Accuse = (fault: string) => void

/** What was asked to begin and has not been answered with "not found" since. */
class Outstanding {
  readonly #ids = new Set<string>()
  readonly #accuse: Accuse

  constructor(accuse: Accuse) {
    this.#accuse = accuse
  }

  begin<A, E>(id: string, ask: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      if (this.#ids.has(id)) this.#accuse(`${id} was begun again blindly`)
      this.#ids.add(id)
      return ask
    })
  }

  lookUp<A extends { readonly _tag: string }, E>(id: string, ask: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.tap(ask, ({ _tag }) =>
      Effect.sync(() => {
        if (_tag === "NotFound") this.#ids.delete(id)
      })
    )
  }
}

const suspiciousProcessor = (outstanding: Outstanding) =>
  Layer.effect(
    PayoutProcessor,
    Effect.map(PayoutProcessor, (inner) =>
      PayoutProcessor.of({
        ...inner,
        submit: (request) => outstanding.begin(request.payoutId, inner.submit(request)),
        lookup: (reference, network) => outstanding.lookUp(reference, inner.lookup(reference, network))
      })
    )
  )

const suspiciousRail = (outstanding: Outstanding) =>
  Layer.effect(
    BankRail,
    Effect.map(BankRail, (inner) =>
      BankRail.of({
        ...inner,
        start: (request) => outstanding.begin(request.paymentId, inner.start(request)),
        lookup: (paymentId) => outstanding.lookUp(paymentId, inner.lookup(paymentId))
      })
    )
  )

const suspiciousChecker = (outstanding: Outstanding) =>
  Layer.effect(
    KycChecker,
    Effect.map(KycChecker, (inner) =>
      KycChecker.of({
        open: (request) => outstanding.begin(request.checkId, inner.open(request)),
        lookup: (checkId) => outstanding.lookUp(checkId, inner.lookup(checkId))
      })
    )
  )

/** An e-mail is sent again only by another process, and only if nobody had recorded that it was sent. */
const suspiciousMailer = (recorded: Set<string>, accuse: Accuse) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const mailer = yield* Mailer
      const store = yield* Store
      const sentHere = new Set<string>()
      const send: typeof mailer.send = (message) =>
        Effect.suspend(() => {
          const { id } = message
          if (recorded.has(id)) accuse(`the e-mail ${id} was sent again after it was recorded`)
          if (sentHere.has(id)) accuse(`the e-mail ${id} was sent twice by one process`)
          sentHere.add(id)
          return mailer.send(message)
        })
      const commit: typeof store.commit = (whole) =>
        Effect.tap(store.commit(whole), () =>
          Effect.sync(() => {
            for (const { event, subjectId } of whole.events)
              if (event._tag === "InvoiceMailSent") recorded.add(subjectId)
              else if (event._tag === "ReceiptMailSent") recorded.add(`${subjectId}-receipt`)
          })
        )
      return Context.make(Mailer, Mailer.of({ send })).pipe(
        Context.add(Store, Store.of({ ...store, commit }))
      )
    })
  )

/**
 * Providers that accuse their callers of what they must never do: to submit, start or open again without an answer "not
 * found", or to send an e-mail again that was recorded as sent. They remember across processes; the layer is built for
 * each.
 */
export const suspiciousProviders = (accuse: Accuse) =>
  Layer.mergeAll(
    suspiciousProcessor(new Outstanding(accuse)),
    suspiciousRail(new Outstanding(accuse)),
    suspiciousChecker(new Outstanding(accuse)),
    suspiciousMailer(new Set(), accuse)
  )

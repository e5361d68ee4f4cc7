import { type SignInFailure, type Visit, wantedAct } from "@quittance/adapters-signin"
import { Ids, NotFound, Partners, type PartnerTerms, Settings } from "@quittance/core"
import {
  ConsolePlace,
  makeInPerson,
  mayDo,
  NotAllowed,
  type OperationName,
  type PersonRole,
  permissionOf,
  Sessions,
  type SignedInVisitor,
  StepUpNeeded,
  StepUps,
  timeZoneFor,
  Users
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { ConsoleDeployment } from "../ConsoleDeployment.ts"
import { DoneBefore } from "../screen/DoneBefore.ts"
import type { Screen, SentForm } from "../screen/Screen.ts"
import type { Seen } from "../screen/Seen.ts"
import { codeOf } from "../signin/signInParts.ts"
import type { Words } from "../words/Words.ts"
import { makeOwnAccounts } from "./OwnAccount.ts"
import { linksOf, scopePath } from "./screenPaths.ts"

/** The proof of an act by the form that was sent for it. */
interface Proof {
  /** The session's new cookie, where the form had a code. */
  readonly cookie: () => string | undefined
  readonly prove: (operation: string) => Effect.Effect<void, SignInFailure | DoneBefore>
  /** Whether the form had been sent before. */
  readonly isAgain: () => boolean
}

const noTerms: PartnerTerms = {}

/** Who only looks proves nothing. */
const noProof: Proof = {
  cookie: () => undefined,
  isAgain: () => false,
  prove: (act) => Effect.suspend(() => new StepUpNeeded({ act, subject: "", reason: "missing" }))
}

/** What a form is, whatever proves that it is meant. */
const contentOf = ({ fields }: Visit) => {
  const { code: _, ...content } = fields
  return content
}

export type SeenParts = Effect.Success<ReturnType<typeof makeSeenParts>>

/** What shows screens to who is signed in. */
export const makeSeenParts = Effect.fnUntraced(function* (words: Words, screens: ReadonlyArray<Screen>) {
  const inPerson = yield* makeInPerson
  const accountOf = yield* makeOwnAccounts()
  const sessions = yield* Sessions
  const stepUps = yield* StepUps
  const users = yield* Users
  const partners = yield* Partners
  const ids = yield* Ids
  const isSandbox = (yield* Settings).mode === "sandbox"
  const { mountPath, origin } = yield* ConsolePlace
  const root = `${mountPath}/console`
  const deployment = Option.getOrUndefined(yield* Effect.serviceOption(ConsoleDeployment))
  const linkOf = linksOf(screens)

  /** The role in which somebody looks at a partner, or at what is the deployment's; a stranger finds nothing. */
  const roleIn = Effect.fnUntraced(function* (userId: string, screen: Screen, partnerId: string) {
    const { isOperator } = yield* users.get(userId)
    const role: PersonRole | undefined =
      screen.scope === "partner" ? yield* users.roleOf(userId, partnerId) : undefined
    const roles = [...(role === undefined ? [] : [role]), ...(isOperator ? ["operator" as const] : [])]
    const [first] = roles
    if (screen.scope === "person") return { isOperator, roles, role: first ?? ("viewer" as const) }
    if (first === undefined) return yield* new NotFound({ what: "partner", id: partnerId })
    if (screen.scope === "operator" && !isOperator)
      return yield* new NotFound({ what: "page", id: screen.path })
    return { isOperator, roles, role: first }
  })

  const proofOf = (visit: Visit, visitor: SignedInVisitor, screen: Screen, subject: string): Proof => {
    let cookie: string | undefined
    let time: "first" | "again" = "first"
    const proven = Effect.fnUntraced(function* (operation: string) {
      const code = codeOf(visit, "code")
      if (code === "") return visitor
      const { ticket } = yield* stepUps.begin(visitor, { act: operation, subject })
      const finished = yield* stepUps.finish(visitor, { ticket, code })
      cookie = finished.cookie
      return finished
    })
    return {
      cookie: () => cookie,
      isAgain: () => time === "again",
      prove: Effect.fnUntraced(function* (operation: string) {
        const current = yield* proven(operation)
        const wanted = yield* wantedAct({ ...visit, fields: contentOf(visit) }, operation, subject)
        time = yield* sessions.beginAct(current, wanted)
        if (time === "again" && screen.isOnce === true) return yield* new DoneBefore()
      })
    }
  }

  /** How somebody who is signed in sees a screen; with the form that they sent, if they sent one. */
  const seenBy = Effect.fnUntraced(function* (
    screen: Screen,
    visit: Visit,
    visitor: SignedInVisitor,
    form?: SentForm
  ) {
    const { parameters, url } = visit
    const partnerId = screen.scope === "partner" ? (parameters.partner ?? "") : ""
    const { isOperator, role, roles } = yield* roleIn(visitor.user.id, screen, partnerId)
    const may = (operation: OperationName) => roles.some((each) => mayDo(each, operation))
    const { operation } = screen
    if (operation !== null && !may(operation))
      return yield* new NotAllowed({ operation, role, roles: permissionOf.get(operation)?.roles ?? [] })
    const partner =
      partnerId === ""
        ? { id: "", name: isOperator ? words.frame.operator : words.frame.partners, terms: noTerms }
        : yield* partners.byId(partnerId)
    const newNonce = yield* ids.token(16)
    const subject = parameters.id ?? form?.nonce ?? newNonce
    const { cookie, isAgain, prove } = form === undefined ? noProof : proofOf(visit, visitor, screen, subject)
    const base = `${root}${scopePath(screen.scope, partnerId)}`
    const seen: Seen = {
      operations: inPerson({ userId: visitor.user.id, prove }),
      account: accountOf(visitor, prove),
      person: { id: visitor.user.id, name: visitor.user.name, isOperator },
      ...{ words, isSandbox, zone: timeZoneFor(partner.terms), role, may, isAgain, partner },
      ...{ origin, root, base, parameters, newNonce, id: parameters.id ?? "" },
      deployment,
      linkTo: (operation, ofPartner = partnerId) => {
        const link = linkOf(operation, ofPartner)
        return link === null ? null : `${root}${link}`
      },
      path: url.pathname,
      query: url.searchParams,
      now: yield* Clock.currentTimeMillis
    }
    return { seen, cookie }
  })

  return { root, seenBy, memberships: users.memberships, partnerName: partners.nameOf }
})

import { html } from "@quittance/adapters-http/pages"
import { type ApiKeyRequest, NotFound } from "@quittance/core"
import {
  BindMode,
  type HeldKeyView,
  type OperatorKeyRequest,
  operatorScopes,
  operatorsId,
  scopeFamilies
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, type Cell, id, instant, longText, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, type Fact, notice } from "../../look/parts.ts"
import { statusBadge } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, textTyped } from "../../screen/FormField.ts"
import { inputOf } from "../../screen/inputOf.ts"
import { itemScreens } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { answerOnce } from "./answerOnce.ts"

type Said = Words["developers"]["keys"]

type KeyOwner = "partner" | "operator"

const creating = { partner: "keys.create", operator: "keys.createForOperators" } as const

/** Keys of a partner; and, for operators, those of the operators together. */
export const keyScreens =
  (scope: KeyOwner) =>
  (words: Words): ReadonlyArray<Screen> => {
    const said = words.developers.keys
    const ownerOf = ({ partner }: Seen): string => (scope === "partner" ? partner.id : operatorsId)
    const columns = columnsOf(said)
    return [
      createScreen(said, scope),
      listScreen({
        ...{ scope, path: "/keys", operation: "keys.held" },
        ...(scope === "partner"
          ? { title: said.title, tab: said.tab, empty: said.empty }
          : { title: said.ofOperators, tab: said.ofOperators, empty: said.emptyOfOperators }),
        read: (seen, _, part) => seen.operations.keys.held(ownerOf(seen), part),
        columns,
        link: ({ id }, { base }) => `${base}/keys/${id}`,
        acts: [{ to: "/keys/create", verb: said.create, operation: creating[scope] }]
      }),
      ...itemScreens<HeldKeyView>({
        ...{ scope, path: "/keys/{id}", operation: "keys.get", title: said.key, columns },
        read: (seen) => keyHere(seen, ownerOf(seen)),
        show: (key, { acts, facts }) => ({
          title: key.name ?? key.publicKey,
          body: html`${isWorrying(key) ? notice(said.makerDisabled) : null}${facts}${actLinks(acts)}`
        }),
        acts: [
          {
            ...{ end: "revoke", operation: "keys.revoke", title: said.revokeTitle, verb: said.revoke },
            ...{ said: said.revoked, isFinal: true, warning: said.revokeWarning },
            isFor: ({ status }) => status !== "revoked",
            call: (seen) =>
              Effect.flatMap(keyHere(seen, ownerOf(seen)), ({ id }) => seen.operations.keys.revoke(id)),
            to: "/keys/{id}"
          }
        ]
      })
    ]
  }

/** A key that is not of whom the path says is not there, also for who may see it elsewhere. */
const keyHere = ({ id, operations }: Seen, ownerId: string): Effect.Effect<HeldKeyView, ScreenFailure> => {
  const missing = new NotFound({ what: "key", id })
  return operations.keys.get(id).pipe(
    Effect.catchTag("NotAllowed", () => missing),
    Effect.filterOrFail(
      (key) => key.ownerId === ownerId,
      () => missing
    )
  )
}

/** Its secret is known to somebody who is disabled. */
const isWorrying = ({ maker, status }: HeldKeyView): boolean =>
  maker?.isDisabled === true && status === "active"

/** Who made a key; somebody who is disabled is marked. */
const makerCell = ({ createdBy, maker }: HeldKeyView, { anOperator }: Said): Cell => {
  const name = maker === null ? (createdBy === "operator" ? anOperator : createdBy) : (maker.name ?? maker.id)
  const plain = text(name)
  return maker?.isDisabled === true
    ? {
        shown: (look) => html`<span>${plain.shown(look)} ${statusBadge("disabled", look)}</span>`,
        csv: () => `${name} (disabled)`
      }
    : plain
}

const scopesText = (scopes: ReadonlyArray<string>, { everything }: Said): string =>
  scopes.includes("*") ? everything : scopes.join(", ")

const columnsOf = (said: Said): ReadonlyArray<Column<HeldKeyView>> => [
  { title: said.publicKey, cell: ({ publicKey }) => id(publicKey) },
  { title: said.name, cell: ({ name }) => longText(name) },
  { title: said.status, cell: (key) => status(key.status) },
  { title: said.maker, cell: (key) => makerCell(key, said) },
  { title: said.lastUsed, cell: ({ lastUsedAt }) => instant(lastUsedAt) },
  { title: said.expires, cell: ({ expiresAt }) => instant(expiresAt) },
  { title: said.scopes, cell: ({ scopes }) => longText(scopesText(scopes, said)) },
  { title: said.from, cell: ({ allowedIps }) => text(allowedIps.join(", ") || said.anywhere) },
  { title: said.bind, cell: ({ bind }) => text(said.binds[bind]) },
  { title: said.created, cell: ({ createdAt }) => instant(createdAt), isOnlyInCsv: true }
]

/** What a key of this owner may do, and that it may do everything. */
const scopesOffered = (owner: KeyOwner, said: Said): ReadonlyArray<readonly [string, string]> => {
  const offered =
    owner === "partner"
      ? scopeFamilies.flat().map((scope) => [scope, said.scopeOf[scope]] as const)
      : operatorScopes.map((scope) => [scope, said.operatorScopeOf[scope]] as const)
  return [...offered.map(([scope, told]) => [scope, `${scope}: ${told}`] as const), ["*", said.everything]]
}

const createScreen = (said: Said, scope: KeyOwner): Screen => {
  const isOfPartner = scope === "partner"
  const bind: FormField = {
    ...{ name: "bind", label: said.bind, hint: said.bindHint, kind: "choice", value: "idempotency" },
    options: BindMode.literals.map((each) => [each, said.binds[each]])
  }
  const fields = ({ isSandbox }: Seen): ReadonlyArray<FormField> => [
    { name: "name", label: said.name, hint: said.nameHint, lengthMax: 100, isOptional: true },
    {
      ...{ name: "scopes", label: said.scopes, kind: "choices", options: scopesOffered(scope, said) },
      hint: isOfPartner ? said.scopesHint : said.operatorScopesHint
    },
    {
      ...{ name: "allowedIps", label: said.fromField, kind: "long" },
      ...(isOfPartner || isSandbox
        ? { hint: said.fromHint, isOptional: true }
        : { hint: said.fromNeededHint })
    },
    ...(isOfPartner ? [bind] : []),
    {
      ...{ name: "expiresInDays", label: said.expiresField, hint: said.expiresHint, kind: "number" },
      isOptional: true
    }
  ]
  return actScreen({
    ...{ scope, path: "/keys/create", operation: creating[scope], title: said.create, fields },
    ...{ verb: said.create, isOnce: true, said: said.createdTitle },
    act: Effect.fnUntraced(function* (seen, typed) {
      const { keys } = seen.operations
      const input = inputOf(fields(seen), typed, seen)
      const allowedIps = textTyped(typed, "allowedIps")?.split(/[\s,]+/) ?? []
      const key = yield* isOfPartner
        ? Effect.flatMap(input, (asked: Omit<ApiKeyRequest, "partner">) =>
            keys.create({ ...asked, allowedIps, partner: seen.partner.id })
          )
        : Effect.flatMap(input, (asked: OperatorKeyRequest) =>
            keys.createForOperators({ ...asked, allowedIps })
          )
      const told: ReadonlyArray<Fact | null> = [
        isOfPartner ? [said.publicKey, address(key.publicKey)] : null,
        [isOfPartner ? said.secret : said.key, address(key.secret)],
        [said.scopes, text(scopesText(key.scopes, said))]
      ]
      const shown = told.filter((each) => each !== null)
      return answerOnce(
        said.createdTitle,
        said.once,
        shown,
        key.secret,
        actLink(`${seen.base}/keys`, said.all),
        seen
      )
    })
  })
}

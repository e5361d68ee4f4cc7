import { type Html, html } from "@quittance/adapters-http/pages"
import { NotFound } from "@quittance/core"
import {
  BindMode,
  type HeldKeyView,
  operatorScopes,
  operatorsId,
  scopeFamilies
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, type Cell, id, instant, longText, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, factsOf, notice } from "../../look/parts.ts"
import { statusBadge } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { answerOnce } from "./answerOnce.ts"

type KeyOwner = "partner" | "operator"

const creating = { partner: "keys.create", operator: "keys.createForOperators" } as const

/** Keys of a partner; and, for operators, those of the operators together. */
export const keyScreens = (words: Words, scope: KeyOwner): ReadonlyArray<Screen> => {
  const said = words.developers.keys
  const ownerOf = ({ partner }: Seen): string => (scope === "partner" ? partner.id : operatorsId)
  const columns = keyColumns(said)

  return [
    createScreen(words, scope),
    listScreen({
      ...{ scope, path: "/keys", operation: "keys.held" },
      ...(scope === "partner"
        ? { title: said.title, tab: said.tab }
        : { title: said.ofOperators, tab: said.ofOperators }),
      read: (seen, _, part) => seen.operations.keys.held(ownerOf(seen), part),
      columns,
      link: ({ id: keyId }, { base }) => `${base}/keys/${keyId}`,
      empty: scope === "partner" ? said.empty : said.emptyOfOperators,
      acts: [{ to: "/keys/create", verb: said.create, operation: creating[scope] }]
    }),
    pageScreen({
      ...{ scope, path: "/keys/{id}", operation: "keys.get", title: said.key },
      show: Effect.fnUntraced(function* (seen) {
        const key = yield* keyHere(seen, ownerOf(seen))
        const revoke =
          key.status === "revoked" || !seen.may("keys.revoke")
            ? []
            : [actLink(`${seen.path}/revoke`, said.revoke)]
        return {
          title: key.name ?? key.publicKey,
          body: html`${keyFacts(key, columns, seen)}${actLinks(revoke)}`
        }
      })
    }),
    actScreen({
      ...{ scope, path: "/keys/{id}/revoke", operation: "keys.revoke", title: said.revokeTitle },
      about: (seen) =>
        Effect.map(
          keyHere(seen, ownerOf(seen)),
          (key) => html`${keyFacts(key, columns, seen)}${notice(said.revokeWarning)}`
        ),
      ...{ verb: said.revoke, isFinal: true, said: said.revoked },
      act: (seen) =>
        keyHere(seen, ownerOf(seen)).pipe(
          Effect.flatMap((key) => seen.operations.keys.revoke(key.id)),
          Effect.map((key) => ({ to: `/keys/${key.id}` }))
        )
    })
  ]
}

/** A key that is not of whom the path says is not there, also for who may see it elsewhere. */
const keyHere = ({ operations, parameters: { id: keyId = "" } }: Seen, ownerId: string) => {
  const missing = () => new NotFound({ what: "key", id: keyId })
  return operations.keys.get(keyId).pipe(
    Effect.catchTag("NotAllowed", missing),
    Effect.flatMap(
      (key): Effect.Effect<HeldKeyView, ScreenFailure> =>
        key.ownerId === ownerId ? Effect.succeed(key) : missing()
    )
  )
}

type Said = Words["developers"]["keys"]

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

const keyColumns = (said: Said): ReadonlyArray<Column<HeldKeyView>> => [
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

const keyFacts = (key: HeldKeyView, columns: ReadonlyArray<Column<HeldKeyView>>, seen: Seen): Html => {
  const isWorrying = key.maker?.isDisabled === true && key.status === "active"
  return html`${isWorrying ? notice(seen.words.developers.keys.makerDisabled) : null}${factsOf(columns, key, seen)}`
}

/** What a key of this owner may do, and that it may do everything. */
const scopesOffered = (owner: KeyOwner, said: Said): ReadonlyArray<readonly [string, string]> => {
  const offered =
    owner === "partner"
      ? scopeFamilies.flat().map((scope) => [scope, said.scopeOf[scope]] as const)
      : operatorScopes.map((scope) => [scope, said.operatorScopeOf[scope]] as const)
  return [...offered.map(([scope, told]) => [scope, `${scope}: ${told}`] as const), ["*", said.everything]]
}

/** What of a key is typed, for either owner; a scope that is none is refused by the operation. */
const keyTyped = (typed: Typed) => {
  const [name, days] = [textTyped(typed, "name"), textTyped(typed, "expiresInDays")]
  return {
    scopes: ticked(typed, "scopes") as ReadonlyArray<never>,
    allowedIps: textTyped(typed, "allowedIps")?.split(/[\s,]+/) ?? [],
    ...(name !== undefined && { name }),
    ...(days !== undefined && { expiresInDays: Number(days) })
  }
}

const createScreen = (words: Words, scope: KeyOwner): Screen => {
  const said = words.developers.keys
  const isOfPartner = scope === "partner"
  const bind: FormField = {
    ...{ name: "bind", label: said.bind, hint: said.bindHint, kind: "choice", value: "idempotency" },
    options: BindMode.literals.map((each) => [each, said.binds[each]])
  }
  return actScreen({
    ...{ scope, path: "/keys/create", operation: creating[scope], title: said.create },
    fields: ({ isSandbox }) =>
      Effect.succeed([
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
      ]),
    ...{ verb: said.create, isOnce: true, said: said.createdTitle },
    act: Effect.fnUntraced(function* (seen, typed) {
      const { keys } = seen.operations
      const asked = keyTyped(typed)
      const key = yield* isOfPartner
        ? keys.create({ ...asked, partner: seen.partner.id, bind: textTyped(typed, "bind") as BindMode })
        : keys.createForOperators(asked)
      return answerOnce(
        { title: said.createdTitle, warning: said.once, back: [`${seen.base}/keys`, said.all] },
        [
          ...(isOfPartner ? [[said.publicKey, address(key.publicKey)] as const] : []),
          [isOfPartner ? said.secret : said.key, address(key.secret)],
          [said.scopes, text(scopesText(key.scopes, said))]
        ],
        seen
      )
    })
  })
}

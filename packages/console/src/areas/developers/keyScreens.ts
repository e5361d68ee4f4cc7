import { type Html, html } from "@quittance/adapters-http/pages"
import { NotFound } from "@quittance/core"
import {
  BindMode,
  type GrantedScope,
  type HeldKeyView,
  operatorsId,
  scopeFamilies
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, type Cell, id, instant, longText, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, factsOf, notice } from "../../look/parts.ts"
import { statusBadge } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped, ticked } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { answerOnce } from "./answerOnce.ts"

/** Keys of a partner; and, for operators, those of the operators together. */
export const keyScreens = (words: Words, scope: "partner" | "operator"): ReadonlyArray<Screen> => {
  const said = words.developers.keys
  const ownerOf = ({ partner }: Seen): string => (scope === "partner" ? partner.id : operatorsId)
  const columns = keyColumns(said)

  return [
    ...(scope === "partner" ? [createScreen(words)] : []),
    listScreen({
      ...{ scope, path: "/keys", operation: "keys.held" },
      ...(scope === "partner"
        ? { title: said.title, tab: said.tab }
        : { title: said.ofOperators, tab: said.ofOperators }),
      read: (seen, _, part) => seen.operations.keys.held(ownerOf(seen), part),
      columns,
      link: ({ id: keyId }, { base }) => `${base}/keys/${keyId}`,
      empty: scope === "partner" ? said.empty : said.emptyOfOperators,
      acts: scope === "partner" ? [{ to: "/keys/create", verb: said.create, operation: "keys.create" }] : []
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

const createScreen = (words: Words): Screen => {
  const said = words.developers.keys
  const scopes = scopeFamilies.flat().map((scope) => [scope, `${scope}: ${said.scopeOf[scope]}`] as const)
  return actScreen({
    ...{ scope: "partner", path: "/keys/create", operation: "keys.create", title: said.create },
    fields: () =>
      Effect.succeed([
        { name: "name", label: said.name, hint: said.nameHint, lengthMax: 100, isOptional: true },
        {
          ...{ name: "scopes", label: said.scopes, hint: said.scopesHint, kind: "choices" },
          options: [...scopes, ["*", said.everything]]
        },
        { name: "allowedIps", label: said.fromField, hint: said.fromHint, kind: "long", isOptional: true },
        {
          ...{ name: "bind", label: said.bind, hint: said.bindHint, kind: "choice", value: "idempotency" },
          options: BindMode.literals.map((bind) => [bind, said.binds[bind]] as const)
        },
        {
          ...{ name: "expiresInDays", label: said.expiresField, hint: said.expiresHint, kind: "number" },
          isOptional: true
        }
      ]),
    ...{ verb: said.create, isOnce: true, said: said.createdTitle },
    act: Effect.fnUntraced(function* (seen, typed) {
      const [name, days] = [textTyped(typed, "name"), textTyped(typed, "expiresInDays")]
      const key = yield* seen.operations.keys.create({
        ...{ partner: seen.partner.id, scopes: ticked(typed, "scopes") as ReadonlyArray<GrantedScope> },
        allowedIps: textTyped(typed, "allowedIps")?.split(/[\s,]+/) ?? [],
        bind: textTyped(typed, "bind") as BindMode,
        ...(name !== undefined && { name }),
        ...(days !== undefined && { expiresInDays: Number(days) })
      })
      return answerOnce(
        {
          title: said.createdTitle,
          warning: said.once,
          secret: key.secret,
          back: [`${seen.base}/keys`, said.all]
        },
        [
          [said.publicKey, address(key.publicKey)],
          [said.secret, address(key.secret)],
          [said.scopes, text(scopesText(key.scopes, said))]
        ],
        seen
      )
    })
  })
}

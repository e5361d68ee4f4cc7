import { type Html, html } from "@quittance/adapters-http/pages"
import { consolePath } from "@quittance/adapters-signin"
import { NotFound } from "@quittance/core"
import { Effect } from "effect"
import { credentialsAct, type OwnSession } from "../../frame/OwnAccount.ts"
import { instant, longText, text } from "../../look/Cell.ts"
import { actLink, actLinks, facts, notice, section, table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { formFields } from "../../screen/FormField.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { firstCredential, recoveryCodesShown, scripted } from "../../signin/signInPages.ts"
import type { Words } from "../../words/Words.ts"
import { passwordScreen } from "./passwordScreen.ts"
import { programOf } from "./programOf.ts"

/** What a person signs in with, and where: their own, whatever they are elsewhere. */
export const accountScreens = (words: Words): ReadonlyArray<Screen> => {
  const { people, signIn } = words
  const scope = "person"
  const home = "/account"
  /** Where somebody wanted to go who had to make a credential first. */
  const next = ({ query, root }: Seen): string => consolePath(query.get("to"), root) ?? `${root}${home}`

  const passkey = Effect.fnUntraced(function* ({ account, parameters: { id = "" } }: Seen) {
    const { passkeys } = yield* account.credentials
    return passkeys.find((each) => each.id === id) ?? (yield* new NotFound({ what: "passkey", id }))
  })

  const passkeys = Effect.fnUntraced(function* (seen: Seen) {
    const { passkeys } = yield* seen.account.credentials
    const listed =
      passkeys.length === 0
        ? html`<p>${people.noPasskeys}</p>`
        : table(
            {
              ...{ caption: people.passkeys, items: passkeys },
              columns: [
                { title: people.name, cell: ({ name }) => text(name) },
                { title: people.created, cell: ({ createdAt }) => instant(createdAt) },
                { title: people.lastUsed, cell: ({ lastUsedAt }) => instant(lastUsedAt) },
                { title: people.status, cell: ({ usable }) => text(usable ? null : people.otherDomain) }
              ],
              link: ({ id }) => `${seen.root}/account/passkeys/${id}/remove`
            },
            seen
          )
    const add = actLink(`${seen.root}/account/passkeys/add`, people.addPasskey)
    return section(people.passkeys, html`${listed}${actLinks([add])}`)
  })

  const password = Effect.fnUntraced(function* (seen: Seen) {
    const { password, recoveryCodesLeft } = yield* seen.account.credentials
    const at = `${seen.root}/account`
    const links = password
      ? [
          actLink(`${at}/password`, people.replacePassword),
          actLink(`${at}/recovery-codes`, people.newCodes),
          actLink(`${at}/password/remove`, people.removePassword)
        ]
      : [actLink(`${at}/password`, people.setPassword)]
    const told = facts(
      [
        [people.password, text(password ? people.passwordSet : people.noPassword)],
        ...(password ? [[people.recoveryCodes, text(people.codesLeft(recoveryCodesLeft))] as const] : [])
      ],
      seen
    )
    return section(people.password, html`${told}${actLinks(links)}`)
  })

  const sessionsOf = Effect.fnUntraced(function* (seen: Seen) {
    const all = yield* seen.account.sessions
    const others = all.length < 2 ? [] : [actLink(`${seen.root}/account/end-others`, people.endOthers)]
    const listed = table<OwnSession>(
      {
        ...{ caption: people.sessions, items: [...all].reverse() },
        columns: [
          {
            title: people.program,
            cell: ({ agent }) => longText(agent === "" ? people.noProgram : programOf(agent))
          },
          { title: people.way, cell: ({ way }) => text(statusWord(way, { words })) },
          { title: people.created, cell: ({ createdAt }) => instant(createdAt) },
          { title: people.lastSeen, cell: ({ lastSeenAt }) => instant(lastSeenAt) },
          { title: people.status, cell: ({ isThis }) => text(isThis ? people.thisSession : null) }
        ],
        link: ({ id }) => `${seen.root}/account/sessions/${id}/end`
      },
      seen
    )
    return section(people.sessions, html`${listed}${actLinks(others)}`)
  })

  const session = Effect.fnUntraced(function* ({ account, parameters: { id = "" } }: Seen) {
    const found = (yield* account.sessions).find((each) => each.id === id)
    return found ?? (yield* new NotFound({ what: "session", id }))
  })

  const warned = (said: string) => (): Effect.Effect<Html> => Effect.succeed(notice(said))

  return [
    pageScreen({
      ...{ scope, path: home, operation: null, title: people.account },
      show: Effect.fnUntraced(function* (seen) {
        const { needsAnother } = yield* seen.account.credentials
        return {
          body: html`${needsAnother ? notice(people.needsAnother) : null}${yield* passkeys(seen)}${yield* password(seen)}${yield* sessionsOf(seen)}`
        }
      })
    }),
    pageScreen({
      ...{ scope, path: "/account/passkeys/add", operation: null, title: people.addPasskey },
      show: (seen) =>
        Effect.map(seen.account.isFirst, (isFirst) => {
          const to = next(seen)
          if (isFirst) {
            const forms = firstCredential(words, `${seen.root}/account/password`, { to }, { to })
            return { title: signIn.firstTitle, body: html`${notice(signIn.first)}${forms}` }
          }
          const name = {
            ...{ name: "passkey-name", label: people.passkeyName, hint: people.passkeyHint, lengthMax: 60 }
          }
          const proof = { proves: credentialsAct, subject: seen.person.id }
          return {
            body: html`<p>${signIn.passkeyAbout}</p><noscript>${notice(signIn.noScript)}</noscript><form class="act">${formFields([name], {}, () => undefined)}${scripted("makePasskey", people.addPasskey, { ...proof, to })}</form>`
          }
        })
    }),
    actScreen({
      ...{ scope, path: "/account/passkeys/{id}/remove", operation: null, proves: credentialsAct },
      ...{
        title: people.removePasskey,
        verb: people.removePasskey,
        said: people.passkeyRemoved,
        isFinal: true
      },
      about: (seen) =>
        Effect.map(passkey(seen), ({ createdAt, lastUsedAt, name }) => {
          const told = [
            [people.created, instant(createdAt)],
            [people.lastUsed, instant(lastUsedAt)]
          ] as const
          return html`${notice(people.removePasskeyAbout(name))}${facts(told, seen)}`
        }),
      act: (seen) =>
        seen.account.removePasskey(seen.parameters.id ?? "").pipe(
          // It was removed by the same form before.
          Effect.catchIf(
            (failure) => failure._tag === "CredentialRefused" && failure.reason === "unknown_passkey",
            () => Effect.void
          ),
          Effect.as({ to: home })
        )
    }),
    passwordScreen(words),
    actScreen({
      ...{ scope, path: "/account/password/remove", operation: null, proves: credentialsAct },
      ...{ title: people.removePassword, verb: people.removePassword, said: people.passwordRemoved },
      isFinal: true,
      about: warned(people.removePasswordAbout),
      act: ({ account }) => Effect.as(account.removePassword, { to: home })
    }),
    actScreen({
      ...{ scope, path: "/account/recovery-codes", operation: null, proves: credentialsAct, isOnce: true },
      ...{ title: people.newCodes, verb: people.newCodes, said: people.codesMade },
      about: warned(people.newCodesAbout),
      act: ({ account, root }) =>
        Effect.map(account.makeRecoveryCodes, (codes) => ({
          title: signIn.codesTitle,
          body: recoveryCodesShown(words, codes, `${root}${home}`)
        }))
    }),
    actScreen({
      ...{ scope, path: "/account/sessions/{id}/end", operation: null },
      ...{ title: people.endSession, verb: people.endSession, said: people.sessionEnded, isFinal: true },
      about: (seen) =>
        Effect.map(session(seen), ({ agent, createdAt, lastSeenAt }) => {
          const told = [
            [people.program, text(agent)],
            [people.created, instant(createdAt)],
            [people.lastSeen, instant(lastSeenAt)]
          ] as const
          return html`${notice(people.endSessionAbout)}${facts(told, seen)}`
        }),
      act: ({ account, parameters }) => Effect.as(account.endSession(parameters.id ?? ""), { to: home })
    }),
    actScreen({
      ...{ scope, path: "/account/end-others", operation: null },
      ...{ title: people.endOthers, verb: people.endOthers, said: people.othersEnded, isFinal: true },
      about: warned(people.endSessionAbout),
      act: ({ account }) => Effect.as(account.endOthers, { to: home })
    })
  ]
}

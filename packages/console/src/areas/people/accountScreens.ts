import { html } from "@quittance/adapters-http/pages"
import { consolePath } from "@quittance/adapters-signin"
import type { CredentialsView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { credentialsAct, type OwnSession } from "../../frame/OwnAccount.ts"
import { instant, longText, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, facts, known, notice, section, table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { formFields } from "../../screen/FormField.ts"
import { itemActs, namedIn } from "../../screen/itemScreens.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import { firstCredential, recoveryCodesShown, scripted } from "../../signin/signInPages.ts"
import { passwordScreen } from "./passwordScreen.ts"
import { programOf } from "./programOf.ts"

type Passkey = CredentialsView["passkeys"][number]

/** What a person signs in with, and where: their own, whatever they are elsewhere. */
export const accountScreens = screensOf("people", (said, words) => {
  const { signIn } = words
  const home = "/account"
  const own = { scope: "person", operation: null } as const
  const proven = { ...own, proves: credentialsAct }

  const passkeyColumns: ReadonlyArray<Column<Passkey>> = [
    { title: said.name, cell: ({ name }) => text(name) },
    { title: said.created, cell: ({ createdAt }) => instant(createdAt) },
    { title: said.lastUsed, cell: ({ lastUsedAt }) => instant(lastUsedAt) },
    { title: said.status, cell: ({ usable }) => text(usable ? null : said.otherDomain) }
  ]
  const sessionColumns: ReadonlyArray<Column<OwnSession>> = [
    { title: said.program, cell: ({ agent }) => longText(agent === "" ? said.noProgram : programOf(agent)) },
    { title: said.way, cell: ({ way }) => text(statusWord(way, { words })) },
    { title: said.created, cell: ({ createdAt }) => instant(createdAt) },
    { title: said.lastSeen, cell: ({ lastSeenAt }) => instant(lastSeenAt) },
    { title: said.status, cell: ({ isThis }) => text(isThis ? said.thisSession : null) }
  ]

  return [
    pageScreen({
      ...{ ...own, path: home, title: said.account },
      show: Effect.fnUntraced(function* (seen) {
        const { needsAnother, passkeys, password, recoveryCodesLeft } = yield* seen.account.credentials
        const sessions = yield* seen.account.sessions
        const at = `${seen.root}${home}`
        const link = (end: string, verb: string) => actLink(`${at}/${end}`, verb)
        const listedPasskeys = table(seen, {
          ...{ caption: said.passkeys, columns: passkeyColumns, items: passkeys },
          link: ({ id }) => `${at}/passkeys/${id}/remove`,
          none: html`<p>${said.noPasskeys}</p>`
        })
        const passwordTold = [
          [said.password, text(password ? said.passwordSet : said.noPassword)],
          [said.recoveryCodes, text(password ? said.codesLeft(recoveryCodesLeft) : null)]
        ] as const
        const passwordLinks = password
          ? [
              link("password", said.replacePassword),
              link("recovery-codes", said.newCodes),
              link("password/remove", said.removePassword)
            ]
          : [link("password", said.setPassword)]
        const listedSessions = table(seen, {
          ...{ caption: said.sessions, columns: sessionColumns, items: sessions.toReversed() },
          link: ({ id }) => `${at}/sessions/${id}/end`
        })
        const endOthers = sessions.length < 2 ? [] : [link("end-others", said.endOthers)]
        return {
          body: html`${needsAnother ? notice(said.needsAnother) : null}${section(
            said.passkeys,
            html`${listedPasskeys}${actLinks([link("passkeys/add", said.addPasskey)])}`
          )}${section(
            said.password,
            html`${facts(seen, known(seen, passwordTold))}${actLinks(passwordLinks)}`
          )}${section(said.sessions, html`${listedSessions}${actLinks(endOthers)}`)}`
        }
      })
    }),
    pageScreen({
      ...{ ...own, path: "/account/passkeys/add", title: said.addPasskey },
      show: ({ account, person, query, root }) =>
        Effect.map(account.isFirst, (isFirst) => {
          // Where somebody wanted to go who had to make a credential first.
          const to = consolePath(query.get("to"), root) ?? `${root}${home}`
          if (isFirst) {
            const forms = firstCredential(words, `${root}/account/password`, { to }, { to })
            return { title: signIn.firstTitle, body: html`${notice(signIn.first)}${forms}` }
          }
          const name = {
            ...{ name: "passkey-name", label: said.passkeyName, hint: said.passkeyHint, lengthMax: 60 }
          }
          const button = { proves: credentialsAct, subject: person.id, to }
          return {
            body: html`<p>${signIn.passkeyAbout}</p><noscript>${notice(signIn.noScript)}</noscript><form class="act">${formFields([name], {}, () => undefined)}${scripted("makePasskey", said.addPasskey, button)}</form>`
          }
        })
    }),
    ...itemActs<Passkey>({
      ...{ scope: "person", path: "/account/passkeys/{id}", columns: passkeyColumns },
      read: (seen) =>
        namedIn(
          Effect.map(seen.account.credentials, ({ passkeys }) => passkeys),
          seen,
          "passkey",
          ({ id }) => id
        ),
      acts: [
        {
          ...{ ...proven, end: "remove", title: said.removePasskey, verb: said.removePasskey },
          ...{
            said: said.passkeyRemoved,
            isFinal: true,
            warning: ({ name }) => said.removePasskeyAbout(name)
          },
          call: ({ account, id }) =>
            Effect.catchIf(
              account.removePasskey(id),
              // It was removed by the same form before.
              (failure) => failure._tag === "CredentialRefused" && failure.reason === "unknown_passkey",
              () => Effect.void
            ),
          to: home
        }
      ]
    }),
    passwordScreen(words),
    actScreen({
      ...{ ...proven, path: "/account/password/remove", title: said.removePassword, isFinal: true },
      ...{ verb: said.removePassword, said: said.passwordRemoved, about: notice(said.removePasswordAbout) },
      call: ({ account }) => account.removePassword,
      to: home
    }),
    actScreen({
      ...{ ...proven, path: "/account/recovery-codes", title: said.newCodes, isOnce: true },
      ...{ verb: said.newCodes, said: said.codesMade, about: notice(said.newCodesAbout) },
      act: ({ account, root }) =>
        Effect.map(account.makeRecoveryCodes, (codes) => ({
          title: signIn.codesTitle,
          body: recoveryCodesShown(words, codes, `${root}${home}`)
        }))
    }),
    ...itemActs<OwnSession>({
      ...{ scope: "person", path: "/account/sessions/{id}", columns: sessionColumns },
      read: (seen) => namedIn(seen.account.sessions, seen, "session", ({ id }) => id),
      acts: [
        {
          ...{ ...own, end: "end", title: said.endSession, verb: said.endSession, said: said.sessionEnded },
          ...{ isFinal: true, warning: said.endSessionAbout },
          call: ({ account, id }) => account.endSession(id),
          to: home
        }
      ]
    }),
    actScreen({
      ...{ ...own, path: "/account/end-others", title: said.endOthers, isFinal: true },
      ...{ verb: said.endOthers, said: said.othersEnded, about: notice(said.endSessionAbout) },
      call: ({ account }) => account.endOthers,
      to: home
    })
  ]
})

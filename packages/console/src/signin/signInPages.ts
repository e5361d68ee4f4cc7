import { type Html, html, qrCode } from "@quittance/adapters-http/pages"
import { notice } from "../look/parts.ts"
import { type FormField, formFields, hiddenField } from "../screen/FormField.ts"
import type { Words } from "../words/Words.ts"

/** What people see who are not signed in yet, or make what they sign in with. All of it works without scripts. */

/** Fields that a form kept, by name. */
export interface Kept {
  readonly [name: string]: string | ReadonlyArray<string>
}

export const hiddenFields = (kept: Kept): ReadonlyArray<Html> =>
  Object.entries(kept).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((each) => hiddenField(name, each))
  )

const typing = (fields: ReadonlyArray<FormField>): ReadonlyArray<Html> =>
  formFields(fields, {}, () => undefined)

/** What only scripts can do: shown once one is there. */
export const scripted = (does: string, verb: string, facts: { readonly [name: string]: string } = {}): Html =>
  html`<p class="acts" data-scripted hidden><button type="button" class="first" data-does="${does}"${Object.entries(facts).map(([name, value]) => html` data-${name}="${value}"`)}>${verb}</button></p>`

export interface SignInForm {
  /** Where the form is sent to. */
  readonly action: string
  /** Where it goes on; undefined where the form itself goes on. */
  readonly to?: string
  readonly kept?: Kept
  readonly email?: string
  readonly told: Html | null
}

export const signInForm = (
  { signIn }: Words,
  { action, email = "", kept = {}, to, told }: SignInForm
): Html => {
  const fields: ReadonlyArray<FormField> = [
    { name: "as_email", label: signIn.email, kind: "email", value: email, autocomplete: "username" },
    { name: "as_password", label: signIn.password, kind: "password", autocomplete: "current-password" },
    {
      ...{ name: "as_code", label: signIn.code, hint: signIn.codeHint, autocomplete: "one-time-code" },
      ...{ lengthMax: 40 }
    }
  ]
  return html`${told}${scripted("signIn", signIn.withPasskey, to === undefined ? { form: "sign-in" } : { to })}
<noscript>${notice(signIn.noScript)}</noscript>
<form class="act" id="sign-in" method="post" action="${action}">${hiddenFields(kept)}${to === undefined ? null : hiddenField("to", to)}${typing(fields)}<p class="acts"><button class="second">${signIn.withPassword}</button></p></form>`
}

/** What a secret for an authenticator is begun with. */
export interface BegunPassword {
  readonly ticket: string
  readonly secret: string
  readonly uri: string
}

/** The second step of setting a password: what was begun stays the same when something typed was wrong. */
export const newPasswordForm = (
  { signIn }: Words,
  { action, begun, kept = {}, told }: SignInForm & { readonly begun: BegunPassword }
): Html => {
  const { secret, ticket, uri } = begun
  const spaced = secret.match(/.{1,4}/g)?.join(" ") ?? secret
  const fields: ReadonlyArray<FormField> = [
    {
      ...{ name: "password", label: signIn.newPassword, hint: signIn.newPasswordHint, kind: "password" },
      ...{ autocomplete: "new-password", lengthMax: 256 }
    },
    { name: "shown", label: signIn.newCode, autocomplete: "one-time-code", lengthMax: 10 }
  ]
  return html`${told}<h2>${signIn.scanTitle}</h2>
${qrCode(uri, signIn.scan)}
<p>${signIn.orType} <code class="address" id="secret">${spaced}</code></p>
${uri.startsWith("otpauth:") ? html`<p><a href="${uri}">${signIn.orOpen}</a></p>` : null}
<form class="act" method="post" action="${action}">${hiddenFields({ ...kept, step: "finish", ticket, secret, uri })}${typing(fields)}<p class="acts"><button class="first">${signIn.savePassword}</button></p></form>`
}

/** Shown once. */
export const recoveryCodesShown = ({ signIn }: Words, codes: ReadonlyArray<string>, to: string): Html =>
  html`${notice(signIn.codes)}<ul class="acts">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul><p class="acts"><a class="button first" href="${to}">${signIn.codesKept}</a></p>`

/** A first credential: a passkey where scripts run, or a password. `facts` say what the script makes it with. */
export const firstCredential = (
  { signIn }: Words,
  action: string,
  facts: { readonly [name: string]: string },
  kept: Kept = {}
): Html =>
  html`<p>${signIn.passkeyAbout}</p>${scripted("makePasskey", signIn.makePasskey, facts)}
<p>${signIn.passwordAbout}</p>
<form method="post" action="${action}">${hiddenFields({ ...kept, step: "password" })}<p class="acts"><button class="second">${signIn.setPassword}</button></p></form>`

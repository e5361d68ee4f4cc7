import type { ConsolePlace, Invitation, SignedInVisitor } from "@quittance/core/adapter"
import { Option } from "effect"
import { escaped, type Page, pageOf } from "../message/page.ts"
import { elsewhere, signOutForm } from "./signInPages.ts"

const credentialForms = (root: string) => `<output></output>
<div id="enrol">
<p>Make a passkey: this device, or the password manager on it, then opens your account. You need no password.</p>
<p><button type="button" name="join">Make a passkey</button></p>
<details>
<summary>Set a password instead</summary>
<p>You need an authenticator: an app that shows a new code every 30 seconds.</p>
<p><button type="button" name="beginPassword" class="second">Set a password</button></p>
<form id="begun" hidden>
<p><a id="uri">Add this account to your authenticator</a>, or type this key into it:<br><code id="secret"></code></p>
<p><label>New password <input name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required></label></p>
<p class="quiet">At least 12 characters.</p>
<p><label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label></p>
<p><button>Save and sign in</button></p>
</form>
</details>
</div>
<div id="made" hidden>
<p>You are signed in. Keep these recovery codes in a safe place: each stands in once for your authenticator. They are not shown again.</p>
<ul id="codes"></ul>
<p><a href="${root}">I have kept them</a></p>
</div>`

const acceptForm = (root: string, token: string, name: string) =>
  `<p>You are signed in as ${escaped(name)}.</p>
<form method="post" action="${root}/session/link/accept">
<input type="hidden" name="token" value="${token}">
<p><button>Join as ${escaped(name)}</button></p>
</form>
<p class="quiet">Is that not you? Sign out, and open the link again.</p>
${signOutForm(root)}`

/** What a link opens: it asks for a first credential, or joins the person who is signed in. */
export const joinPage = ({
  as,
  invitation,
  isElsewhere,
  place,
  root,
  token,
  visitor
}: {
  /** What the person joins, such as `shop as owner`. */
  readonly as: string
  readonly invitation: Invitation
  readonly isElsewhere: boolean
  readonly place: ConsolePlace["Service"]
  readonly root: string
  /** Of the link, which opened. */
  readonly token: string
  readonly visitor: Option.Option<SignedInVisitor>
}): Page => {
  const isRecovery = invitation.purpose === "recovery"
  const title = isRecovery ? "Get back in" : "You are invited"
  if (isElsewhere) return pageOf(title, root, elsewhere(`${place.origin}${root}/join/${token}`))
  const greeting = `<p>Hello ${escaped(invitation.name)}.${isRecovery ? "" : ` You join ${escaped(as)}.`}</p>\n`
  if (Option.isSome(visitor) && !isRecovery)
    return pageOf(title, root, greeting + acceptForm(root, token, visitor.value.user.name))
  return pageOf(title, root, `${greeting}${credentialForms(root)}`)
}

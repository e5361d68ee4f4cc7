import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { facts } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { metadataFacts, ownSession } from "./session.ts"

export const redactScreen = (words: Words): Screen =>
  actScreen({
    ...{ scope: "partner", path: "/kyc/{id}/redact", operation: "kyc.redact" },
    title: words.kyc.redactTitle,
    verb: words.kyc.redactVerb,
    isFinal: true,
    said: words.kyc.redactDone,
    about: (seen) =>
      Effect.map(
        ownSession(seen),
        (session) =>
          html`<p>${words.kyc.redactAbout}</p>${facts(
            [
              [words.kyc.session, html`<code class="address">${session.id}</code>`],
              ...metadataFacts(session)
            ],
            seen
          )}`
      ),
    act: ({ operations, parameters, partner }) =>
      Effect.map(operations.kyc.redact(partner.id, parameters.id ?? ""), ({ id }) => ({ to: `/kyc/${id}` }))
  })

import { html } from "@quittance/adapters-http/pages"
import type { BrandingRequest, BrandingView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { longText, text } from "../../look/Cell.ts"
import { actLinks, empty, facts, known, quiet } from "../../look/parts.ts"
import { actFor, actScreen } from "../../screen/actScreen.ts"
import { type FormField, fileTyped, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { brandingPreview } from "./brandingPreview.ts"

const urls = ["termsUrl", "privacyUrl", "siteUrl"] as const
const texts = ["name", "colour", "support", ...urls] as const

const changePath = "/branding/change"

/** A file that was chosen; null to take the logo away, and nothing to leave it. */
const logoTyped = (typed: Typed, name: "logo" | "logoDark"): Uint8Array | null | undefined => {
  const bytes = fileTyped(typed, name)
  if (bytes.length > 0) return bytes
  return ticked(typed, `${name}Away`).length > 0 ? null : undefined
}

/** All that the form shows, as it was typed. */
const brandingTyped = (typed: Typed): BrandingRequest => {
  const logos = (["logo", "logoDark"] as const).flatMap((name) => {
    const logo = logoTyped(typed, name)
    return logo === undefined ? [] : [[name, logo] as const]
  })
  const origins = (textTyped(typed, "embedOrigins") ?? "").split(/\s+/).filter((each) => each !== "")
  return {
    ...Object.fromEntries(texts.map((name) => [name, textTyped(typed, name) ?? null])),
    ...Object.fromEntries(logos),
    embedOrigins: origins
  }
}

const fieldsOf = (view: BrandingView, said: Words["developers"]["branding"]): ReadonlyArray<FormField> => {
  const field = (name: (typeof texts)[number], more: Partial<FormField> = {}): FormField => ({
    ...{ name, label: said[name], isOptional: true, value: view[name] ?? "", ...more }
  })
  const logo = (name: "logo" | "logoDark", hint: string, away: string): ReadonlyArray<FormField> => [
    { name, label: said[name], kind: "file", hint, isOptional: true },
    ...(view[name] === null ? [] : [{ name: `${name}Away`, label: away, kind: "tick" } as const])
  ]
  return [
    field("name", { hint: said.nameHint, lengthMax: 80 }),
    ...logo("logo", said.logoHint, said.takeLogo),
    ...logo("logoDark", said.logoDarkHint, said.takeLogoDark),
    field("colour", { hint: said.colourHint, lengthMax: 7 }),
    field("support", { hint: said.supportHint }),
    field("termsUrl", { kind: "url" }),
    field("privacyUrl", { kind: "url" }),
    field("siteUrl", { kind: "url", hint: said.siteHint }),
    {
      ...{ name: "embedOrigins", label: said.embedOrigins, kind: "long", hint: said.embedHint },
      ...{ isOptional: true as const, value: view.embedOrigins.join("\n") }
    }
  ]
}

/** What customers see of a partner: how it looks, and the form that changes it. */
export const brandingScreens = screensOf("developers", ({ branding: said }) => [
  pageScreen({
    ...{ path: "/branding", operation: "branding.get", title: said.title, tab: said.title },
    show: Effect.fnUntraced(function* (seen) {
      const view = yield* seen.operations.branding.get(seen.partner.id)
      const act = actFor(seen, "branding.set", changePath, said.change, "first")
      if (view.name === null) return { body: empty(said.none, act ?? undefined) }
      const size = (logo: BrandingView["logo"]) => text(logo && said.size(logo.width, logo.height))
      const all = known(seen, [
        [said.name, longText(view.name)],
        [said.logo, size(view.logo)],
        [said.logoDark, size(view.logoDark)],
        [said.colour, text(view.colour)],
        [said.support, longText(view.support)],
        ...urls.map((name) => [said[name], longText(view[name])] as const),
        [said.embedOrigins, longText(view.embedOrigins.join("\n") || null)]
      ])
      return {
        body: html`${quiet(said.told)}${actLinks([act])}${brandingPreview(view, seen)}${facts(seen, all)}`
      }
    })
  }),
  actScreen({
    ...{ path: changePath, operation: "branding.set" },
    ...{ title: said.change, verb: said.save, said: said.saved },
    fields: ({ operations, partner }) =>
      Effect.map(operations.branding.get(partner.id), (view) => fieldsOf(view, said)),
    act: ({ operations, partner }, typed) =>
      Effect.as(operations.branding.set(partner.id, brandingTyped(typed)), { to: "/branding" })
  })
])

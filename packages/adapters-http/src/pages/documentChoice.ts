/** What the verification page asks about the identity document, beside its picture. */
import {
  countries,
  type DocumentChoice,
  documentFaults,
  documentKinds,
  isOpenedFault
} from "@quittance/core/adapter"
import { type Html, html } from "./Html.ts"
import { type Locale, languageTag } from "./Locale.ts"
import { documentChoiceMessagesOf } from "./messages/documentChoice.ts"
import { nothing } from "./pageParts.ts"
import { currentStep, type UploadProblem, type VerificationView } from "./VerificationView.ts"

/** Where most who read a page in this language have their documents from. */
const usualCountry: Readonly<Record<Locale, string | null>> = { en: null, ru: "RU", kz: "KZ" }

type Option = readonly [value: string, name: string]

const namedIn = (locale: Locale): ReadonlyArray<Option> => {
  const tag = languageTag(locale)
  const names = new Intl.DisplayNames(tag, { type: "region" })
  const { compare } = new Intl.Collator(tag)
  return countries
    .map((code): Option => [code, names.of(code) ?? code])
    .toSorted(([, one], [, other]) => compare(one, other))
}

const sorted = new Map<Locale, ReadonlyArray<Option>>()

/** The countries by their names, in the order of the alphabet; sorted once for each language. */
const countriesIn = (locale: Locale): ReadonlyArray<Option> => {
  const known = sorted.get(locale) ?? namedIn(locale)
  sorted.set(locale, known)
  return known
}

const choice = (name: string, label: string, chosen: string | null, options: ReadonlyArray<Option>): Html =>
  html`<p class="choice"><label for="${name}">${label}</label><select name="${name}" id="${name}" required autocomplete="off">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === (chosen ?? "") ? html` selected` : null}>${text}</option>`
  )}</select></p>`

/** The fields in the form of the document's front: what it is, and who issued it. */
export const documentFields = (view: VerificationView, locale: Locale): Html => {
  if (currentStep(view) !== "document") return nothing
  const texts = documentChoiceMessagesOf(locale)
  const { said } = view.document
  const kinds = documentKinds.map((kind): Option => [kind, texts.kinds[kind]])
  const unchosen: Option = ["", texts.choose]
  return html`${choice("kind", texts.kind, said?.kind ?? null, [unchosen, ...kinds])}
${choice("country", texts.country, said?.country ?? usualCountry[locale], [unchosen, ...countriesIn(locale)])}`
}

/** A form of its own, for who has another document than the one whose back is asked for. */
export const anotherDocument = (view: VerificationView, path: string, locale: Locale): Html => {
  if (!view.document.mayChange) return nothing
  const query = new URLSearchParams({ lang: locale, form: view.formToken })
  return html`<form class="another" method="post" action="${path}/steps/document_back/another?${query.toString()}">
<button class="link">${documentChoiceMessagesOf(locale).another}</button>
</form>`
}

/** What few means. */
const fewPictures = 3

/** What it costs that a picture was refused, once few may be for nothing; nothing of a file that was not opened. */
export const refusedPictureText = (problem: UploadProblem, freeLeft: number, locale: Locale): string => {
  const texts = documentChoiceMessagesOf(locale)
  const isCounted = documentFaults.some((fault) => fault === problem && isOpenedFault(fault))
  if (!isCounted || freeLeft > fewPictures) return ""
  return ` ${freeLeft === 0 ? texts.noneFree : texts.freeLeft(freeLeft)}`
}

/** What is said of the document in a form, if something is. */
export const saidOfDocument = (
  fields: ReadonlyMap<string, string>
): { readonly [F in keyof DocumentChoice]: string } | undefined => {
  const [kind = "", country = ""] = [fields.get("kind"), fields.get("country")]
  return kind === "" && country === "" ? undefined : { kind, country }
}

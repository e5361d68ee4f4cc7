import { supportHref } from "@quittance/core/adapter"
import { type Html, html } from "./Html.ts"
import { isolated } from "./localText.ts"
import type { Messages } from "./Messages.ts"

/** A picture of who is paid, or asks; served by this server. */
export interface PageLogo {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** Who is paid, or asks: what of a partner is shown on its pages. */
export interface PageBrand {
  readonly name: string
  /** It is nothing that the partner said, but how that would look. */
  readonly isExample: boolean
  /** `#rrggbb` */
  readonly colour: string | null
  readonly logo: PageLogo | null
  /** In place of the other on dark ground. */
  readonly logoDark: PageLogo | null
  /** The address of a page, or of mail. */
  readonly support: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  readonly siteUrl: string | null
}

/** A letter, a digit or whatever else a person takes for the beginning of the name. */
export const initialOf = (name: string): string => {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return (characters.find((each) => /[\p{L}\p{N}]/u.test(each)) ?? characters[0] ?? "").toUpperCase()
}

const picture = ({ height, path, width }: PageLogo, dark: PageLogo | null): Html =>
  html`<picture${dark === null ? html` class="plated"` : null}>${
    dark === null
      ? null
      : html`<source srcset="${dark.path}" media="(prefers-color-scheme: dark)" width="${dark.width}" height="${dark.height}">`
  }<img src="${path}" width="${width}" height="${height}" alt=""></picture>`

/** A link to a page of theirs. */
export const outside = (href: string, content: string | Html): Html =>
  html`<a href="${href}" target="_blank" rel="noopener noreferrer">${content}</a>`

/** Who it is, at the top of a page. The name is text that has its own direction and no say over what is around it. */
export const sellerHead = (brand: PageBrand, messages: Messages): Html => {
  const { isExample, logo, logoDark, name, siteUrl } = brand
  const mark =
    logo === null
      ? html`<span class="initial" aria-hidden="true">${initialOf(name)}</span>`
      : picture(logo, logoDark)
  const shown = html`${mark}<bdi>${name}</bdi>`
  return html`<p class="seller">${siteUrl === null ? shown : outside(siteUrl, shown)}${
    isExample ? html` <span class="example">${messages.example}</span>` : null
  }</p>`
}

/** How to reach them, and on which terms; at the foot of a page. Nothing where there is nothing of it. */
export const sellerFoot = (brand: PageBrand, messages: Messages): Html | null => {
  const { privacyUrl, siteUrl, support, termsUrl } = brand
  const links = [
    [messages.contact, support === null ? null : supportHref(support)],
    [messages.terms, termsUrl],
    [messages.privacy, privacyUrl],
    [messages.site, siteUrl]
  ] as const
  const items = links.flatMap(([said, href]) =>
    href === null ? [] : [html`<li>${outside(href, said)}</li>`]
  )
  return items.length === 0 ? null : html`<footer class="seller-foot"><ul>${items}</ul></footer>`
}

/** Letters that are read from the right. */
const fromTheRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The name first; one of another direction is kept apart from the rest. */
export const titleOf = (brand: PageBrand | null | undefined, title: string): string => {
  if (brand == null) return title
  const { name } = brand
  return `${fromTheRight.test(name) ? isolated(name) : name} · ${title}`
}

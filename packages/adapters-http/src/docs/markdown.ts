import { Marked, type Token, type Tokens } from "marked"
import { type Html, html, raw } from "../pages/Html.ts"
import { codeBlock } from "./codeBlock.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { docsPath, guidesPath, slugOf } from "./docsPlaces.ts"
import { guidePicture } from "./guideFiles.ts"

/** A heading within a text, with the words of its section. */
export interface Heading {
  readonly title: string
  readonly anchor: string
  readonly words: string
}

/** A text in Markdown, read. */
export interface ReadMarkdown {
  readonly title: string
  /** The first paragraph without marks. */
  readonly summary: string
  /** The words before the first heading. */
  readonly words: string
  readonly headings: ReadonlyArray<Heading>
  /** The pictures that it shows, such as `console/paid.png`. */
  readonly pictures: ReadonlyArray<string>
  readonly content: Html
}

const plain = (tokens: ReadonlyArray<Token> = []): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens !== undefined
        ? plain(token.tokens)
        : "text" in token
          ? String(token.text)
          : ""
    )
    .join("")

/** Each word of a text once. Single letters are left out. */
const wordsOf = (tokens: ReadonlyArray<Token>): string => {
  const found = tokens
    .map(({ raw: text }) => text)
    .join(" ")
    .toLowerCase()
    .match(/[\p{L}\p{N}_-]{2,}/gu)
  return [...new Set(found)].join(" ")
}

/** Names of languages for people. */
const languages: Readonly<Record<string, string>> = {
  csv: "CSV",
  go: "Go",
  json: "JSON",
  js: "JavaScript",
  php: "PHP",
  python: "Python",
  sh: "Shell",
  text: "Text",
  ts: "TypeScript"
}

/** A live server has no operations of the sandbox: what leads to them leads to the guide that tells of them. */
const servedHref = (href: string, mode: DocsSite["mode"]): string =>
  mode === "live" ? href.replace(/^docs:reference\/sandbox(?:#\w+)?$/, "docs:guides/sandbox") : href

/** `docs:errors` is a page of these documents, `keys.md` a guide beside the one that names it. */
const addressOf = (href: string, { mode, mountPath }: Pick<DocsSite, "mode" | "mountPath">): string =>
  servedHref(href, mode)
    .replace(/^docs:/, `${mountPath}${docsPath}/`)
    .replace(/^([\w-]+)\.md(?=#|$)/, `${mountPath}${guidesPath}/$1`)

/** The text as it is served: links lead to the pages of this server, samples to this server. */
export const servedMarkdown = (
  text: string,
  { mode, publicUrl }: Pick<DocsSite, "mode" | "publicUrl">
): string =>
  text
    .replace(/\]\((docs:[^)]*)\)/g, (_whole, href: string) => {
      const [page = "", anchor] = servedHref(href, mode).slice("docs:".length).split("#")
      return `](${publicUrl}${docsPath}/${page}.md${anchor === undefined ? "" : `#${anchor}`})`
    })
    .replace(/(!\[[^\]]*\]\()/g, `$1${publicUrl}${guidesPath}/`)
    .replaceAll("http://127.0.0.1:3000", publicUrl)

/** Reads a text of ours. Markup in it is shown as text. */
export const readMarkdown = (text: string, site: Omit<DocsSite, "parts">): ReadMarkdown => {
  const pictures: Array<string> = []
  const marked = new Marked({
    renderer: {
      image({ href, text: shown }) {
        pictures.push(href)
        const header = guidePicture(href)
        const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)]
        return html`<img src="${site.mountPath}${guidesPath}/${href}" alt="${shown}" width="${width}" height="${height}" loading="lazy">`
          .markup
      },
      html: ({ text: markup }) => html`${markup}`.markup,
      code: ({ lang, text: code }) => codeBlock(languages[lang ?? ""] ?? "Text", code).markup,
      heading({ depth, tokens }) {
        const anchor = slugOf(plain(tokens))
        const inner = this.parser.parseInline(tokens)
        return depth === 1
          ? `<h1>${inner}</h1>\n`
          : `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${html`${addressOf(href, site)}`.markup}">${this.parser.parseInline(tokens)}</a>`
      },
      table(token: Tokens.Table) {
        const cells = (row: ReadonlyArray<Tokens.TableCell>, name: "th" | "td") =>
          row
            .map(
              ({ tokens }) =>
                `<${name}${name === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(tokens)}</${name}>`
            )
            .join("")
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n")
        return `<div class="table" tabindex="0"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${rows}</tbody></table></div>\n`
      }
    }
  })
  const tokens = marked.lexer(text.replaceAll("http://127.0.0.1:3000", site.publicUrl))
  const title = tokens.find(({ type }) => type === "heading") as Tokens.Heading | undefined
  const summary = tokens.find(({ type }) => type === "paragraph") as Tokens.Paragraph | undefined
  const starts = tokens.flatMap((token, at) => (token.type === "heading" && token.depth > 1 ? [at] : []))
  const headings = starts.map((at, index): Heading => {
    const heading = plain((tokens[at] as Tokens.Heading).tokens)
    return {
      title: heading,
      anchor: slugOf(heading),
      words: wordsOf(tokens.slice(at + 1, starts[index + 1]))
    }
  })
  const content = raw(marked.parser(tokens))
  return {
    title: plain(title?.tokens),
    summary: plain(summary?.tokens),
    words: wordsOf(tokens.slice(0, starts[0])),
    headings,
    pictures,
    content
  }
}

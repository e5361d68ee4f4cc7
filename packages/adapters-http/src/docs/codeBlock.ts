import { type Html, html, raw } from "../pages/Html.ts"

/** The parts of a program or of JSON that are coloured, in the order in which they are looked for. */
const parts = [
  ["comment", String.raw`(?<=^|\s)(?:#|//)[^\n]*`],
  ["key", String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
  ["string", String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`],
  [
    "word",
    String.raw`(?<![\w$.-])(?:async|await|const|curl|def|echo|export|from|func|function|import|let|new|null|package|return|true|false|var)(?![\w-])`
  ],
  ["number", String.raw`(?<![\w$.-])-?\d+(?:\.\d+)?(?![\w.-])`]
] as const

const token = new RegExp(parts.map(([, pattern]) => `(${pattern})`).join("|"), "gm")

/** Coloured by what every one of the languages has: comments, texts, numbers and a few words. */
const coloured = (text: string): Html => {
  const pieces: Array<Html> = []
  let end = 0
  for (const found of text.matchAll(token)) {
    const [kind] = parts[found.slice(1).findIndex((part) => part !== undefined)] ?? ["string"]
    pieces.push(html`${text.slice(end, found.index)}<span class="c-${kind}">${found[0]}</span>`)
    end = found.index + found[0].length
  }
  return html`${pieces}${text.slice(end)}`
}

/** A program or a document that can be copied. `title` says what it is. */
export const codeBlock = (title: string, text: string): Html =>
  html`<figure class="code">
<figcaption><span>${title}</span><button type="button" class="copy only-with-script" data-copy="">Copy</button></figcaption>
<pre tabindex="0" aria-label="${title}"><code>${text.length > 20_000 ? text : coloured(text)}</code></pre>
</figure>`

/** JSON as people read it: short lists and objects on one line. */
export const readableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /\[\s+("[^"\n]*"(?:,\s+"[^"\n]*")*)\s+\]/g,
    (_whole, items: string) => {
      const line = `[${items.replace(/,\s+/g, ", ")}]`
      return line.length <= 60 ? line : _whole
    }
  )

/** Text of a description: what stands between backticks is code. */
export const described = (text: string): Html =>
  raw(
    text
      .split("`")
      .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>`.markup : html`${part}`.markup))
      .join("")
  )

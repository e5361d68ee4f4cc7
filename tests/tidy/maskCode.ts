import type { SourceFile } from "./SourceFile.ts"

const codes = new WeakMap<SourceFile, string>()

/** The code of a file: its text as `maskCode` leaves it. Many rules read it, and it is made once. */
export const codeOf = (file: SourceFile): string => {
  const code = codes.get(file) ?? maskCode(file.text)
  codes.set(file, code)
  return code
}

/**
 * The same text with comments, string contents, template text and regular expressions blanked out, so that a search
 * sees code only. Length and line breaks are kept: an index into the result is an index into the original.
 */
export const maskCode = (text: string): string => {
  const out = text.split("")
  const blank = (from: number, to: number) => {
    for (let i = from; i < to && i < out.length; i++) if (out[i] !== "\n") out[i] = " "
  }
  /** Open braces inside each `${` we are in, the innermost last. */
  const holes: Array<number> = []
  let codeBefore = ""

  const endOfTemplateText = (from: number): number => {
    let i = from
    while (i < text.length && text[i] !== "`" && !text.startsWith("${", i)) i += text[i] === "\\" ? 2 : 1
    return i
  }
  const skipTemplateText = (from: number): number => {
    const end = endOfTemplateText(from)
    blank(from, end)
    if (text[end] === "`") return end + 1
    holes.push(0)
    return end + 2
  }

  let i = 0
  while (i < text.length) {
    const char = text[i] as string
    if (text.startsWith("//", i)) {
      const end = text.indexOf("\n", i)
      blank(i, end === -1 ? text.length : end)
      i = end === -1 ? text.length : end
    } else if (text.startsWith("/*", i)) {
      const end = text.indexOf("*/", i + 2)
      blank(i, end === -1 ? text.length : end + 2)
      i = end === -1 ? text.length : end + 2
    } else if (char === '"' || char === "'") {
      let end = i + 1
      while (end < text.length && text[end] !== char && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1
      blank(i + 1, end)
      codeBefore = char
      i = end + 1
    } else if (char === "`") {
      codeBefore = char
      i = skipTemplateText(i + 1)
    } else if (char === "/" && startsRegExp(codeBefore)) {
      const end = endOfRegExp(text, i)
      blank(i + 1, end)
      codeBefore = "/"
      i = end + 1
    } else {
      const depth = holes.at(-1)
      if (depth !== undefined && char === "{") holes[holes.length - 1] = depth + 1
      if (depth !== undefined && char === "}") {
        if (depth === 0) {
          holes.pop()
          i = skipTemplateText(i + 1)
          codeBefore = "`"
          continue
        }
        holes[holes.length - 1] = depth - 1
      }
      const inWord = /\w/.test(char) && /\w/.test(text[i - 1] ?? "")
      if (!/\s/.test(char)) codeBefore = inWord ? codeBefore + char : char
      i++
    }
  }
  return out.join("")
}

/** A slash after an operator or a keyword opens a regular expression; after a value it divides. */
const startsRegExp = (codeBefore: string): boolean =>
  codeBefore === "" ||
  /^[(,=:[!&|?{};+\-*%~^<>]$/.test(codeBefore) ||
  /^(return|typeof|case|in|of|yield|await)$/.test(codeBefore)

const endOfRegExp = (text: string, from: number): number => {
  let inClass = false
  for (let i = from + 1; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++
    else if (text[i] === "[") inClass = true
    else if (text[i] === "]") inClass = false
    else if (text[i] === "/" && !inClass) return i
  }
  return from
}

import { nearest } from "@quittance/core/nearest"

/** What URLs of databases, files and services begin with. */
const schemes = [
  "postgres",
  "postgresql",
  "mysql",
  "mariadb",
  "mongodb",
  "redis",
  "sqlite",
  "sqlite3",
  "libsql",
  "jdbc",
  "file",
  "http",
  "https",
  "s3",
  "smtp",
  "smtps"
]

/** A text that says by itself that it is a path: `/data`, `./data`, `../data`, `C:\data`, `\\server\data`. */
const saysPath = /^(?:\.{0,2}[/\\]|[a-z]:(?:[/\\]|$))/i

const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(text)

/** Whether a word is a scheme, or a long one with up to two wrong letters. */
const isLikeScheme = (word: string): boolean =>
  nearest(word.toLowerCase(), schemes, word.length < 7 ? 0 : 2) !== undefined

/**
 * Whether a text where a path belongs was probably meant as a URL, also as one that is none: without its colon, with
 * one slash, in quotes, or as an unexpanded variable. As a path it would silently make files in a wrong place. A path
 * with such a name can be written with `./` before it.
 */
export const looksLikeUrl = (text: string): boolean => {
  if (text.includes("://") || /^(?:["'`<$]|:|\/\/[^/]*@)/.test(text)) return true
  if (saysPath.test(text)) return false
  const [first = "", ...rest] = text.split(/[/\\]/)
  const hasMore = rest.length > 0
  return (
    hasScheme(text) ||
    (hasMore && (first.includes("@") || /:\d*$/.test(first))) ||
    (isLikeScheme(first) && (rest[0] === "" || rest.some((part) => part.includes("@")))) ||
    /\?[\w.]+=/.test(text)
  )
}

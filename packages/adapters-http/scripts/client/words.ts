/** Names made of other names. */

export const pascal = (name: string): string =>
  name.replace(/(?:^|[-_.\s]+)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `deliveries` → `delivery`, `invoices` → `invoice`, `analytics` as it is. */
export const singular = (noun: string): string => {
  if (/ies$/.test(noun)) return noun.replace(/ies$/, "y")
  if (/(?:batch|address)es$/.test(noun)) return noun.replace(/es$/, "")
  return /[^s]s$/.test(noun) && !/(?:analytics|terms|status)$/i.test(noun) ? noun.slice(0, -1) : noun
}

/** `rotateWebhookSecret` → `WebhookSecret` */
export const nounOf = (id: string): string => id.replace(/^[a-z]+/, "")

/** `feePayer` → `fee payer` */
export const spoken = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase()

/** A comment of one or several paragraphs, wrapped at the width of all comments. */
export const comment = (paragraphs: ReadonlyArray<string>, indent: string): string => {
  const [only = ""] = paragraphs
  const short = `${indent}/** ${only} */`
  if (paragraphs.length === 1 && short.length <= 110) return `${short}\n`
  const width = 110 - indent.length - 3
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [""]),
    ...wrapped(paragraph, width)
  ])
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`
}

const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.replaceAll("*/", "* /").split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

import { calm, isolated } from "./calmText.ts"
import type { SaidMail } from "./Mail.ts"

/** An e-mail as plain text. */
export const mailText = ({ brand, common, facts, notice, url, ways, words }: SaidMail): string => {
  const lines = facts.map(([name, value]) => `${name}: ${value.split("\n").map(isolated).join("\n")}`)
  return [
    ...(brand === undefined ? [] : [isolated(calm(brand.name))]),
    words.greeting,
    ...(notice === undefined ? [] : [notice]),
    lines.join("\n"),
    `${words.button}:\n${url}`,
    common.unexpected,
    ...(ways.length === 0 ? [] : [ways.map(([name, value]) => `${name}: ${value}`).join("\n")])
  ].join("\n\n")
}

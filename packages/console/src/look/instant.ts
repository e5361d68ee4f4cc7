import { type Html, html } from "@quittance/adapters-http/pages"
import { zonedInstant } from "@quittance/core/adapter"
import type { Look } from "./Look.ts"

/** As views have it: ISO 8601, or the number of an instant. */
export type ShownInstant = string | number

const millisOf = (at: ShownInstant): number => (typeof at === "number" ? at : Date.parse(at))

/** For CSV: ISO 8601 with the offset of the zone. */
export const instantValue = (at: ShownInstant, zone: string): string => zonedInstant(millisOf(at), zone)

/** In the partner's zone, with its offset; in UTC for who points at it. */
export const instantText = (at: ShownInstant, { zone }: Look): Html => {
  const [, day = "", time = "", offset = ""] =
    /^(.*)T(\d\d:\d\d:\d\d)(.*)$/.exec(instantValue(at, zone)) ?? []
  const utc = new Date(millisOf(at)).toISOString()
  const inUtc = `${utc.slice(0, 19).replace("T", " ")} UTC`
  return html`<time datetime="${utc}" title="${inUtc}">${day} ${time} <small>${offset}</small></time>`
}

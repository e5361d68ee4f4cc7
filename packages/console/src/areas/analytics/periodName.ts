import { text } from "../../look/Cell.ts"

/** The name of a period by its start in the zone: a day, the Monday of a week, or a month. */
export const periodName = (date: string, groupBy: string) => {
  const label = date.slice(0, groupBy === "month" ? "2026-11".length : "2026-11-27".length)
  return { label, name: text(label) }
}

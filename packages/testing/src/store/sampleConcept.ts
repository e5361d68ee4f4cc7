import type { Column, Concept } from "@quittance/core/adapter"

/** A row of a concept that only tests have. */
export type Sample = { readonly [column: string]: string | number | bigint | null }

const column = (name: string, more: Partial<Column<Sample>> = {}): Column<Sample> => ({
  name,
  type: "text",
  isOptional: false,
  isFixed: false,
  isNoted: false,
  isDigested: true,
  oneOf: undefined,
  besides: undefined,
  addedIn: undefined,
  states: undefined,
  cellOf: (sample) => sample[name] ?? null,
  ...more
})

const conceptOf = (
  statuses: NonNullable<Concept<Sample>["statuses"]>,
  columns: ReadonlyArray<Column<Sample>>,
  indexes: Concept<Sample>["indexes"]
): Concept<Sample> => ({
  name: "Sample",
  noun: "sample",
  table: "samples",
  indexes: { by_state: { on: ["partnerId", "state", "id"] }, ...indexes },
  statuses,
  columns: [
    column("id", { isFixed: true }),
    column("partner_id", { isFixed: true }),
    column("state", { oneOf: Object.keys(statuses) }),
    column("status", { oneOf: [...new Set(Object.values(statuses))] }),
    column("closed_at", { type: "integer", states: ["closed"] }),
    ...columns
  ],
  partnerColumn: "partner_id",
  nameOf: ({ id, partner_id }) => ({ id: String(id), partnerId: String(partner_id) }),
  personal: "none",
  personalText: () => undefined,
  erase: (sample) => sample,
  isRedacted: () => false,
  stateOf: (row) => row as Sample
})

/** What a store has of it before a step, and after one that adds columns, an index and two states. */
export const sampleConcept = {
  before: conceptOf({ open: "PENDING", closed: "COMPLETED" }, [], {}),
  after: (version: number): Concept<Sample> =>
    conceptOf(
      { open: "PENDING", closed: "COMPLETED", awaiting: "PENDING", declined: "FAILED" },
      [
        column("note", { isOptional: true, addedIn: version }),
        column("until", { type: "integer", states: ["awaiting"], addedIn: version })
      ],
      { by_note: { on: ["partnerId", "note"], where: { set: ["note"] } } }
    )
}

/** Samples of before the step. */
export const oldSamples: ReadonlyArray<Sample> = Array.from({ length: 40 }, (_, at) =>
  at % 2 === 0
    ? { id: `s${at}`, partner_id: "p1", state: "open", status: "PENDING", closed_at: null }
    : { id: `s${at}`, partner_id: "p1", state: "closed", status: "COMPLETED", closed_at: 1_000 + at }
)

/** A sample that only the step allows. */
export const newSample: Sample = {
  id: "new",
  partner_id: "p1",
  state: "awaiting",
  status: "PENDING",
  closed_at: null,
  note: "asked",
  until: 5
}

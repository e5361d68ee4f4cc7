/** One part of the comparison: it can be run alone and writes one section of the report. */
export type Part = {
  readonly name: string
  readonly title: string
  readonly measure: (options: PartOptions) => Promise<string>
}

export type PartOptions = {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  readonly rows: number
  /** How many fiat invoices the stores hold, one store each. */
  readonly invoiceCounts: ReadonlyArray<number>
}

import { readFileSync } from "node:fs"
import type { Mutant } from "./Mutant.ts"

/** What one run of the tests has to do. It lies in a file, because the tests run in a process of their own. */
export interface Plan {
  /** All mutants of the sources that are instrumented. */
  readonly mutants: ReadonlyArray<Mutant>
  /** In the order in which they run. */
  readonly files: ReadonlyArray<string>
  readonly task: /** Run each test once, and say which mutants it reaches. */
    | { readonly _tag: "reach" }
    /** Run each of these tests once for each of its mutants, by their ids, that no other has killed. */
    | {
        readonly _tag: "each"
        readonly tests: Readonly<
          Record<string, { readonly ids: ReadonlyArray<string>; readonly millis: number }>
        >
      }
    /** Run these tests with this mutant on from the first import. */
    | { readonly _tag: "one"; readonly id: string; readonly tests: ReadonlyArray<string> }
  /** Where the run says what happened, one JSON value a line. */
  readonly journal: string
}

export type Said =
  | {
      readonly _tag: "reached"
      readonly file: string
      readonly test: string
      readonly ids: ReadonlyArray<string>
      readonly millis: number
    }
  /** By an import, a hook or what several tests share. */
  | { readonly _tag: "outside"; readonly file: string; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "begun"; readonly test: string; readonly id: string; readonly limitMillis: number }
  | { readonly _tag: "killed"; readonly test: string; readonly id: string; readonly isLate: boolean }
  /** The test fails now with no mutant on: what it killed before may have broken what tests share. */
  | { readonly _tag: "spoilt"; readonly test: string; readonly ids: ReadonlyArray<string> }

/** The environment variable that names the file of the plan. */
export const planVariable = "QUITTANCE_MUTANTS"

export const readPlan = (): Plan => JSON.parse(readFileSync(String(process.env[planVariable]), "utf8"))

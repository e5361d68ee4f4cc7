import { invariant } from "../machine/invariant.ts"
import type { StatesByConcept, WriteOf } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

/** The state of a subject that was never written, in state machines that have such a state. */
interface Absent {
  readonly _tag: "absent"
}

/** The loaded value of a subject that was never written. */
export const neverWritten: Versioned<Absent> = { state: { _tag: "absent" }, version: 0 }

/** The write of the state that follows the loaded one. At version 0 there was none, and the write inserts. */
export const writeOver = <Name extends keyof StatesByConcept>(
  name: Name,
  { state: previous, version }: Versioned<StatesByConcept[Name] | Absent>,
  state: StatesByConcept[Name]
): WriteOf<Name> => {
  if (version === 0) return { _tag: name, state, expectedVersion: 0 }
  invariant(isWritten(previous), "a state with a version was written")
  return { _tag: name, state, expectedVersion: version, previous }
}

const isWritten = <State>(state: State | Absent): state is State =>
  (state as Partial<Absent>)._tag !== "absent"

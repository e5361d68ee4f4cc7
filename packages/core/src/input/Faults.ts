/** How many faults are told of one request. Whoever sends more that is wrong is not helped by all of it. */
export const faultsMax = 20

/** The faults that are told, and how many more there are. */
export interface ReportedFaults<Fault> {
  readonly issues: ReadonlyArray<Fault>
  /** Faults beyond those in `issues`; left out when there are none. */
  readonly more?: number
}

/** The first `faultsMax` of them. */
export const reportedFaults = <Fault>(faults: ReadonlyArray<Fault>): ReportedFaults<Fault> =>
  faults.length <= faultsMax
    ? { issues: faults }
    : { issues: faults.slice(0, faultsMax), more: faults.length - faultsMax }

/** What the sentence about all faults may take; those that find no room in it are counted. */
const sentenceLengthMax = 2000

/** What is said of each fault, in one sentence: `a is required; b must be a text; and 3 more`. */
export const faultSentence = (sayings: ReadonlyArray<string>, more = 0): string => {
  let length = 0
  const said = sayings.filter((saying, index) => {
    length += saying.length
    return index === 0 || length <= sentenceLengthMax
  })
  const unsaid = more + sayings.length - said.length
  return (unsaid === 0 ? said : [...said, `and ${unsaid} more`]).join("; ")
}

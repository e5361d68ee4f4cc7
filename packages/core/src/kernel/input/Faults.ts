/** How many faults are reported for one request. More would not help its sender. */
export const faultsMax = 20

/** The reported faults, and how many more there are. */
export interface ReportedFaults<Fault> {
  readonly issues: ReadonlyArray<Fault>
  /** Number of faults beyond those in `issues`; omitted if there are none. */
  readonly more?: number
}

/** The first `faultsMax` of them. */
export const reportedFaults = <Fault>(faults: ReadonlyArray<Fault>): ReportedFaults<Fault> =>
  faults.length <= faultsMax
    ? { issues: faults }
    : { issues: faults.slice(0, faultsMax), more: faults.length - faultsMax }

/** The maximum length of the sentence about all faults; faults beyond it are only counted. */
const sentenceLengthMax = 2000

/** The messages of all faults in one sentence: `a is required; b must be a text; and 3 more`. */
export const faultSentence = (sayings: ReadonlyArray<string>, more = 0): string => {
  let length = 0
  const said = sayings.filter((saying, index) => {
    length += saying.length
    return index === 0 || length <= sentenceLengthMax
  })
  const unsaid = more + sayings.length - said.length
  return (unsaid === 0 ? said : [...said, `and ${unsaid} more`]).join("; ")
}

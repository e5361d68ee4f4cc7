import { Data } from "effect"

/** The same form was sent before, and its answer was shown then. */
export class DoneBefore extends Data.TaggedError("DoneBefore") {
  readonly code = "done_before"
}

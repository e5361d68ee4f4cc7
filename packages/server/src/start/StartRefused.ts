import { Data } from "effect"

/** The process cannot start on what it found. The message is one sentence for the operator. */
export class StartRefused extends Data.TaggedError("StartRefused")<{ readonly message: string }> {}

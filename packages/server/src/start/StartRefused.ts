import { Data } from "effect"

/** The process cannot start. The message is one sentence for the operator. */
export class StartRefused extends Data.TaggedError("StartRefused")<{ readonly message: string }> {}

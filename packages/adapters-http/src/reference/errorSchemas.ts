/** The body of every refusal, for the description of the API. */
import { component, Uuid } from "@quittance/core/adapter"
import { Schema } from "effect"
import { errorCodes } from "../refusal/ErrorCode.ts"

const codes = Object.keys(errorCodes)

/** What each code means, beside the schema of all codes. */
export const codeMeanings = Object.fromEntries(
  Object.entries(errorCodes).map(([code, { means }]) => [code, means])
)

const Code = Schema.Literals(codes).annotate(
  component(
    "ErrorCode",
    "What is wrong, for programs. Each code has its page at `docUrl`: its cause, and what to do."
  )
)

const Detail = Schema.Struct({
  field: Schema.String.annotate({
    description: "The field, as a path such as `metadata.a`, or the parameter or header.",
    examples: ["amount"]
  }),
  code: Schema.String.annotate({
    description: "What is wrong with it, such as `required`, `invalid_type` or `out_of_range`.",
    examples: ["required"]
  }),
  message: Schema.String.annotate({ description: "What would be right.", examples: ["is required"] })
}).annotate(component("ErrorDetail", "One thing that is wrong with a request."))

const Facts = Schema.Struct({
  code: Code.annotate({ examples: ["invalid_request"] }),
  message: Schema.String.annotate({
    description: "What is wrong and what would be right, for people. Its words may change.",
    examples: ["amount is required"]
  }),
  docUrl: Schema.NullOr(
    Schema.String.annotate({ format: "uri", examples: ["https://pay.example/docs/errors#invalid_request"] })
  ).annotate({
    description: "Where a person reads about the code; null where the documents are not served."
  }),
  details: Schema.optionalKey(
    Schema.Array(Detail).annotate({ description: "Each wrong field, where fields are wrong." })
  )
}).annotate(component("ErrorFacts", "What is wrong with a request."))

const RequestId = Uuid.annotate({
  description: "The id of this request, as in `X-Request-Id`. Give it to support."
})

/** What success in the envelope begins and ends with. */
export const SuccessEnvelope = Schema.Struct({
  success: Schema.Literal(true).annotate({ description: "Always true." }),
  requestId: RequestId
}).annotate(component("Success", "Done. There is nothing more to tell."))

export const ErrorEnvelope = Schema.Struct({
  success: Schema.Literal(false).annotate({ description: "Always false." }),
  error: Facts,
  requestId: RequestId
}).annotate(component("Error", "The request was refused, or could not be answered."))

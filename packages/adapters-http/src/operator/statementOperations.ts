import { Operations, Settings } from "@quittance/core"
import {
  bankAccountNamed,
  component,
  decoderOf,
  entryStatuses,
  faultSentence,
  invoicePrefix,
  prefixedIdField,
  refusedReport,
  StatementEntryView,
  StatementReport,
  statementFileBytesMax,
  textUpTo
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { spooled } from "../message/SpooledFile.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { makeStatementRoom } from "../room/uploadRoom.ts"
import { visitingRequest } from "../room/Visit.ts"
import type { OperatorOperation, Parameter } from "../routing/ApiOperation.ts"
import { cursorParameters, Pagination, paginationOf, readCursor } from "../routing/Pagination.ts"
import { prefixedId, prefixedIdParameter, statementEntryResource } from "../routing/prefixedId.ts"
import { type QueryReader, readQuery } from "../routing/QueryParameters.ts"

const path = "/api/operator/v1/statements"
const common = { group: "Operator: statements", caller: "operator", request: undefined } as const
const reads = { ...common, method: "GET", scope: "statements:read" } as const
const decides = { ...common, method: "POST", scope: "statements:write", repeatable: true } as const

const accountName = Schema.String.check(Schema.isMinLength(1)).annotate({ examples: ["main"] })
const bookingDay = Schema.String.check(Schema.isMinLength(1)).annotate({ examples: ["2026-03-01"] })

const inQuery = (name: string, description: string, schema: Schema.Constraint): Parameter => ({
  ...{ in: "query", name, description, schema },
  required: false
})

const reason = textUpTo(500)
  .check(Schema.isMinLength(1))
  .annotate({ description: "Why; kept in the audit log.", examples: ["sent back"] })
const Decision = Schema.Struct({ reason })
const Assignment = Schema.Struct({
  invoiceId: prefixedIdField(invoicePrefix, "The invoice that it pays."),
  reason
})
const decodeDecision = decoderOf(Decision)
const decodeAssignment = decoderOf(Assignment)

const Entry = Schema.Struct({ entry: StatementEntryView }).annotate(
  component("StatementEntryResponse", "The entry.")
)

const namedAccount = (query: QueryReader): string | undefined => {
  const named = query.text("account")
  if (named === "") query.refuse("account", "invalid_value", "must be the name of an account, such as main")
  return named
}

const soughtValue = (query: QueryReader): string | undefined => {
  const sought = query.text("q")
  if (sought === "") query.refuse("q", "invalid_value", "must be the id of an entry, or a reference")
  return sought
}

/** A file is sent as it is: what a form or a compressed body has in it would be read as a statement. */
const mediaFault = (request: ApiRequest): string | undefined => {
  if (/^multipart\/form-data/i.test(headerOf(request, "content-type") ?? ""))
    return "the file itself must be the body, and a form was sent: curl --data-binary @FILE sends it"
  const encoding = headerOf(request, "content-encoding")
  return encoding === undefined || encoding.trim().toLowerCase() === "identity"
    ? undefined
    : "the body must be sent as it is, without a Content-Encoding"
}

/** Statements of the operator's own accounts, and what came in on them, for the operator. */
export const makeStatementOperations = Effect.gen(function* () {
  const { banks } = yield* Settings
  const { statements } = yield* Operations
  const room = yield* makeStatementRoom()
  const knownAccount = (account: string) => bankAccountNamed(banks, account)

  const create: OperatorOperation = {
    ...decides,
    id: "importStatement",
    path,
    summary: "Import a bank's statement; each credit is recorded once, and pays the invoice that it names",
    parameters: [
      {
        in: "query",
        name: "account",
        description: "The name of the account.",
        schema: accountName,
        required: true
      },
      inQuery(
        "dryRun",
        "`true`: nothing is recorded, and the answer says what would be.",
        Schema.Literals(["true", "false"]).annotate(component("Flag", "Yes or no, in a query."))
      )
    ],
    file: {
      name: "statement.xml",
      description: `A file that a bank exported, of at most ${statementFileBytesMax / 1024 / 1024} MB: camt.053, camt.054, MT940, 1CClientBankExchange, or CSV as the account declares it.`
    },
    success: StatementReport,
    answerExample: { errors: [] },
    errors: ["not_found", "unsupported_media_type", "statement_refused"],
    refusedAs: "statement_refused",
    handle: ({ request }) =>
      Effect.gen(function* () {
        const { account, dryRun } = yield* readQuery(request.query, (query) => {
          const isTried = query.oneOf("dryRun", ["true", "false"]) === "true"
          const named = namedAccount(query)
          if (named === undefined) query.refuse("account", "required", "is required")
          return { account: named ?? "", dryRun: isTried }
        })
        yield* knownAccount(account)
        const fault = mediaFault(request)
        if (fault !== undefined)
          return yield* new ApiRefusal({ code: "unsupported_media_type", message: fault })
        const report = yield* room.visit({}, (visit) =>
          Effect.scoped(
            Effect.flatMap(
              spooled(visitingRequest(request, visit).streamBody(statementFileBytesMax)),
              (file) => statements.import({ account, file, dryRun })
            )
          )
        )
        return { fields: report }
      }).pipe(
        Effect.catchTag("SpoolUnavailable", ({ message }) =>
          Effect.andThen(Effect.logError(message), Effect.fail(noPlace))
        ),
        Effect.catchTag("StatementRefused", (refused) =>
          Effect.fail(
            new ApiRefusal({
              code: "statement_refused",
              message: faultSentence(refused),
              fields: refusedReport(refused)
            })
          )
        )
      )
  }

  const list: OperatorOperation = {
    ...reads,
    id: "listStatementEntries",
    path: `${path}/entries`,
    summary: "List what came in on the accounts, newest first",
    parameters: [
      inQuery("account", "Only of this account.", accountName),
      inQuery("status", "Only entries of this status.", StatementEntryView.fields.status),
      inQuery("from", "Booked on this day or later.", bookingDay),
      inQuery("to", "Booked before this day.", bookingDay),
      inQuery(
        "q",
        "Only the entry of this id, or those that name this reference.",
        Schema.String.check(Schema.isMinLength(1)).annotate({ examples: ["RF5553900754703"] })
      ),
      ...cursorParameters
    ],
    success: Schema.Struct({ entries: Schema.Array(StatementEntryView), pagination: Pagination }).annotate(
      component("StatementEntryList", "A part of the entries, by the day of the bank's books, newest first.")
    ),
    errors: ["not_found", "invalid_cursor"],
    handle: Effect.fnUntraced(function* ({ request }) {
      const asked = yield* readQuery(request.query, (query) => ({
        account: namedAccount(query),
        status: query.oneOf("status", entryStatuses),
        from: query.text("from"),
        to: query.text("to"),
        q: soughtValue(query),
        ...readCursor(query)
      }))
      if (asked.account !== undefined) yield* knownAccount(asked.account)
      const found = yield* statements.list(asked)
      const { cursor = "", limit } = asked
      return { fields: { entries: found.items, pagination: paginationOf({ cursor, limit }, found) } }
    })
  }

  const ofOne = {
    parameters: [prefixedIdParameter(statementEntryResource)],
    success: Entry
  } as const
  const entryIn = (call: Parameters<typeof prefixedId>[0]) => prefixedId(call, statementEntryResource)

  const get: OperatorOperation = {
    ...reads,
    ...ofOne,
    id: "getStatementEntry",
    path: `${path}/entries/{id}`,
    summary: "Read an entry",
    errors: ["not_found"],
    handle: (call) =>
      Effect.map(Effect.flatMap(entryIn(call), statements.get), (entry) => ({ fields: { entry } }))
  }

  const decision = (
    row: Pick<OperatorOperation, "id" | "summary">,
    end: "return" | "ignore",
    decide: (id: string, reason: string) => Effect.Effect<StatementEntryView, ApiFailure>
  ): OperatorOperation => ({
    ...decides,
    ...ofOne,
    ...row,
    path: `${path}/entries/{id}/${end}`,
    request: Decision,
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* entryIn(call)
      const { reason: given } = yield* Effect.fromResult(decodeDecision(call.body))
      return { fields: { entry: yield* decide(id, given) } }
    })
  })

  const assign: OperatorOperation = {
    ...decides,
    ...ofOne,
    id: "assignStatementEntry",
    path: `${path}/entries/{id}/assign`,
    summary: "Say which invoice an unresolved entry pays",
    request: Assignment,
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* entryIn(call)
      const given = yield* Effect.fromResult(decodeAssignment(call.body))
      return { fields: { entry: yield* statements.assign(id, given.invoiceId, given.reason) } }
    })
  }

  return [
    create,
    list,
    get,
    assign,
    decision(
      { id: "returnStatementEntry", summary: "Record that the money of an unresolved entry was sent back" },
      "return",
      statements.return
    ),
    decision(
      { id: "ignoreStatementEntry", summary: "Record that an unresolved entry is no customer's money" },
      "ignore",
      statements.ignore
    )
  ]
})

const noPlace = new ApiRefusal({
  code: "service_unavailable",
  message: "the file cannot be kept while it is read; try again",
  headers: { "Retry-After": "60" }
})

import { curl, form, jsonType, type Mistake } from "./Mistake.ts"

const notFound = { status: 404, code: "not_found" }
const noJson = { status: 400, code: "invalid_json" }
const noObject = { status: 400, code: "invalid_request" }
const wrongType = { status: 415, code: "unsupported_media_type" }

const wrongPath = (path: string, near: string, method = "GET"): Mistake => ({
  made: `${method} ${path}`,
  send: (of) => curl(of, method, path),
  ...notFound,
  says: [`did you mean ${near} `, "/docs"]
})

const paths: ReadonlyArray<Mistake> = [
  wrongPath("/api/v1/invoice", "/api/v1/invoices", "POST"),
  wrongPath("/api/v1/invoices/", "/api/v1/invoices"),
  wrongPath("//api/v1/invoices", "/api/v1/invoices"),
  wrongPath("/api/crypto/balance", "/api/v2/crypto/balance"),
  wrongPath("/api/v1/crypto/payouts", "/api/v2/crypto/payouts"),
  wrongPath("/api/signature/validate/upload", "/api/Signature/validate/upload", "POST"),
  wrongPath("/invoices", "/api/v1/invoices", "POST"),
  wrongPath("/v1/wallets", "/v1/transit/wallets"),
  wrongPath("/v1/webhooks", "/v1/webhook"),
  wrongPath("/sandbox/balance/credit", "/sandbox/v1/balance/credit", "POST"),
  wrongPath("/api/v2/crypto/payouts/1/cancel", "/api/v2/crypto/payouts/{id}", "POST"),
  wrongPath("/health", "/healthz"),
  {
    made: "a path that is like none",
    send: (of) => curl(of, "GET", "/swagger"),
    ...notFound,
    says: ["/docs lists every path"]
  },
  {
    made: "a method that the path does not take",
    send: (of) => curl(of, "PUT", "/api/v1/invoices"),
    status: 405,
    code: "method_not_allowed",
    says: ["PUT is not possible", "POST, GET"]
  }
]

const types: ReadonlyArray<Mistake> = [
  {
    made: "no Content-Type",
    send: ({ text }) => text(new TextEncoder().encode('{"amount":5}'), {}),
    ...wrongType,
    says: ["must be application/json", "none was sent"]
  },
  {
    made: "curl -d without -H",
    send: ({ text }) => text('{"amount":5}', { "content-type": "application/x-www-form-urlencoded" }),
    ...wrongType,
    says: ["application/x-www-form-urlencoded was sent", "-H 'Content-Type: application/json'"]
  },
  {
    made: "JSON as text/plain",
    send: ({ text }) => text('{"amount":5}', { "content-type": "text/plain" }),
    ...wrongType,
    says: ["must be application/json", "text/plain was sent"]
  }
]

const badJson = (made: string, body: string, ...says: ReadonlyArray<string>): Mistake => ({
  made,
  send: ({ text }) => text(body),
  ...noJson,
  says
})

const bodies: ReadonlyArray<Mistake> = [
  badJson("a trailing comma", '{"amount": 5,\n "currency": "USD",\n}', "line 2, column 19", "no comma"),
  badJson("single quotes", "{'amount': 5}", "line 1, column 2", "double quotes"),
  badJson("typographic quotes", "{“amount”: 5}", "line 1, column 2", "straight double quotes"),
  badJson("a name without quotes", "{amount: 5}", "line 1, column 2", "a name must stand in double quotes"),
  badJson("a body that is cut off", '{"amount": 5, "currency": "US', "line 1, column 27", "no closing quote"),
  badJson("a mark before a body that is cut off", '\ufeff{"amount": 5', "line 1, column 13", "cut off"),
  badJson("a comment", '{"amount": 5 // five\n}', "line 1, column 14", "no comments"),
  badJson("None of Python", '{"description": None}', "line 1, column 17", "null"),
  badJson("NaN", '{"amount": NaN}', "line 1, column 12", "no such number"),
  badJson("a number with zeros before it", '{"amount": 005}', "line 1, column 12", "zero"),
  badJson("a line break within a text", '{"description": "a\nb"}', "line 1, column 19", "\\n"),
  badJson("two bodies in one", '{"amount": 5}\n{"amount": 6}', "line 2, column 1", "after the end"),
  badJson("a file name without curl's @", "invoice.json", "line 1, column 1", "double quotes"),
  badJson("an empty body", "", "the body is empty", "JSON object"),
  {
    made: "UTF-16 of a Windows shell",
    send: ({ text }) => text(Buffer.from('\ufeff{"amount":5}', "utf16le")),
    ...noJson,
    says: ["in UTF-16", "must be in UTF-8"]
  },
  {
    made: "a list of invoices",
    send: ({ text }) => text('[{"amount":5}]'),
    ...noObject,
    says: ["must be a JSON object", "a list"]
  },
  {
    made: "a body encoded twice",
    send: ({ text }) => text(JSON.stringify('{"amount":5}')),
    ...noObject,
    says: ["must be a JSON object", "encoded twice"]
  }
]

const upload = "/api/Signature/validate/upload"
const csv = "amount,currency\n5,USD"

const sentForm = (
  made: string,
  path: string,
  parts: ReturnType<typeof form>,
  says: ReadonlyArray<string>
): Mistake => ({
  made,
  send: (of) => curl(of, "POST", path, { "x-api-key": of.api.key.secret, ...parts.type }, parts.body),
  ...noObject,
  says
})

const uploads: ReadonlyArray<Mistake> = [
  sentForm("a CSV file as another field", "/api/v1/batch/invoices", form("csv", "a.csv", csv), [
    "as its part file",
    "was sent as csv"
  ]),
  sentForm("a CSV text without a file", "/api/v1/batch/invoices", form("file", undefined, csv), [
    "a CSV file as its part file",
    "curl -F file=@FILE"
  ]),
  sentForm("sendEmails=yes", "/api/v1/batch/invoices", form("sendEmails", undefined, "yes"), ["part file"]),
  sentForm("semicolons", "/api/v1/batch/invoices", form("file", "a.csv", "amount;currency\n5;USD"), [
    "commas",
    "semicolons"
  ]),
  sentForm("a picture as another field", upload, form("image", "a.png", "x"), ["part file", "sent as image"]),
  {
    made: "a batch as JSON",
    send: ({ api }) => api.fiat("batch/invoices", { body: [{ amount: 5 }] }),
    ...noObject,
    says: ["multipart/form-data", "application/json was sent", "curl -F"]
  },
  {
    made: "a form without its boundary",
    send: (of) =>
      curl(
        of,
        "POST",
        "/api/v1/batch/invoices",
        { "x-api-key": of.api.key.secret, "content-type": "multipart/form-data" },
        "x"
      ),
    ...noObject,
    says: ["boundary"]
  },
  {
    made: "a picture as the whole body",
    send: (of) => curl(of, "POST", upload, { "content-type": "image/png" }, "\x89PNG"),
    ...noObject,
    says: ["multipart/form-data", "image/png was sent", "curl -F"]
  },
  {
    made: "a PDF named .png",
    send: (of) => {
      const parts = form("file", "a.png", "%PDF-1.4")
      return curl(of, "POST", upload, parts.type, parts.body)
    },
    status: 400,
    code: "unsupported_image",
    says: ["PNG, JPEG, GIF or WebP"]
  },
  {
    made: "a signature as JSON",
    send: (of) => curl(of, "POST", upload, jsonType, "{}"),
    ...noObject,
    says: ["multipart/form-data", "curl -F"]
  }
]

const workbook: Mistake = {
  made: "a workbook for a CSV file",
  send: (of) => {
    const sent = form("file", "invoices.xlsx", "PK\x03\x04..[Content_Types].xml")
    return curl(
      of,
      "POST",
      "/api/v1/batch/invoices",
      { "x-api-key": of.api.key.secret, ...sent.type },
      sent.body
    )
  },
  status: 400,
  code: "invalid_request",
  says: ["the file is a workbook (.xlsx)", "save it as “CSV UTF-8”"]
}

export const requestMistakes = [...paths, ...types, ...bodies, ...uploads, workbook]

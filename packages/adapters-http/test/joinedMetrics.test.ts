import { assert, it } from "vitest"
import { joinedMetrics } from "../src/observe/joinedMetrics.ts"

const requests = "# HELP requests Requests.\n# TYPE requests counter\n"
const memory = "# TYPE memory gauge\n"

it("metrics of several processes stand under one header each, labelled with their process", () => {
  const texts = new Map([
    ["server 1", `${requests}requests{route="/a{b}"} 1\nrequests{route="/c"} 2\n${memory}memory 3\n`],
    ["writer", `${requests}${memory}memory 4\n`],
    ["starting", ""],
    ["server 2", `${memory}memory 5\n${requests}requests{route="/a{b}"} 6\n`]
  ])
  assert.strictEqual(
    joinedMetrics(texts),
    `${requests}requests{process="server 1",route="/a{b}"} 1
requests{process="server 1",route="/c"} 2
requests{process="server 2",route="/a{b}"} 6
${memory}memory{process="server 1"} 3
memory{process="writer"} 4
memory{process="server 2"} 5
`
  )
})

import { describe, expect, it } from "vitest"
import { html, raw } from "../../src/pages/Html.ts"

describe("html", () => {
  it("escapes every character that could end element content or a quoted attribute", () => {
    const hostile = `<b title="x" class='y'>&\``
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
      '<p title="&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;&#96;">&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;&#96;</p>'
    )
  })

  it("does not take an entity in a text for an entity", () => {
    expect(html`${"&lt;"}`.markup).toBe("&amp;lt;")
  })

  it("keeps markup of its own and of raw, in lists too", () => {
    const items = ["a", "<"].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>${raw("<hr>")}`.markup).toBe("<ul><li>a</li><li>&lt;</li></ul><hr>")
  })

  it("writes nothing for null and digits for a number", () => {
    expect(html`[${null}][${0}]`.markup).toBe("[][0]")
  })

  it("replaces NUL, which HTML cannot carry", () => {
    expect(html`${"a\u0000b"}`.markup).toBe("a\uFFFDb")
  })
})

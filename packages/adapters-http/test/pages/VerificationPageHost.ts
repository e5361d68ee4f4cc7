import { verificationPageHeaders } from "../../src/pages/pageHeaders.ts"
import { renderVerificationPage } from "../../src/pages/VerificationPage.ts"
import type { VerificationView } from "../../src/pages/VerificationView.ts"
import { startPageHost } from "./PageHost.ts"

/** A host for verification pages. */
export const startVerificationPageHost = (first: Readonly<Record<string, VerificationView>>) =>
  startPageHost(first, {
    headers: verificationPageHeaders,
    render: (view, options) => renderVerificationPage(view, { ...options, sandbox: true })
  })

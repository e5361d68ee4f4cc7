import type { OperationTree } from "../Operation.ts"

/** Every operation of the API, by the name under which a client has it. */
export const operationTable = {
  crypto: {
    networks: {
      list: { method: "GET", path: "/api/v2/crypto/networks", proof: "signed" }
    },
    balance: {
      get: { method: "GET", path: "/api/v2/crypto/balance", proof: "signed", gives: "balance" },
      entries: {
        list: {
          method: "GET",
          path: "/api/v2/crypto/balance/entries",
          proof: "signed",
          sends: "query",
          items: "entries"
        }
      }
    },
    invoices: {
      create: {
        method: "POST",
        path: "/api/v2/crypto/invoices",
        proof: "signed",
        sends: "json",
        repeatable: true,
        gives: "invoice"
      },
      list: {
        method: "GET",
        path: "/api/v2/crypto/invoices",
        proof: "signed",
        sends: "query",
        items: "invoices"
      },
      find: {
        method: "GET",
        path: "/api/v2/crypto/invoices",
        proof: "signed",
        sends: "query",
        gives: "invoice"
      },
      get: { method: "GET", path: "/api/v2/crypto/invoices/{id}", proof: "signed", gives: "invoice" },
      history: { method: "GET", path: "/api/v2/crypto/invoices/{id}/history", proof: "signed" },
      cancel: {
        method: "POST",
        path: "/api/v2/crypto/invoices/{id}/cancel",
        proof: "signed",
        gives: "invoice"
      },
      redact: {
        method: "POST",
        path: "/api/v2/crypto/invoices/{id}/redact",
        proof: "signed",
        repeatable: true,
        gives: "invoice"
      }
    },
    payouts: {
      create: {
        method: "POST",
        path: "/api/v2/crypto/payouts",
        proof: "signed",
        sends: "json",
        keyHeader: "X-Idempotency-Key",
        gives: "payout"
      },
      list: {
        method: "GET",
        path: "/api/v2/crypto/payouts",
        proof: "signed",
        sends: "query",
        items: "payouts"
      },
      get: { method: "GET", path: "/api/v2/crypto/payouts/{id}", proof: "signed", gives: "payout" },
      history: { method: "GET", path: "/api/v2/crypto/payouts/{id}/history", proof: "signed" }
    },
    search: {
      method: "GET",
      path: "/api/v2/crypto/search",
      proof: "signed",
      sends: "query",
      gives: "results"
    }
  },
  fiat: {
    invoices: {
      create: {
        method: "POST",
        path: "/api/v1/invoices",
        proof: "secret",
        sends: "json",
        keyHeader: "Idempotency-Key"
      },
      list: { method: "GET", path: "/api/v1/invoices", proof: "secret", sends: "query", items: "invoices" },
      get: { method: "GET", path: "/api/v1/invoices/{id}", proof: "secret" },
      history: { method: "GET", path: "/api/v1/invoices/{id}/history", proof: "secret" },
      cancel: { method: "POST", path: "/api/v1/invoices/{id}/cancel", proof: "secret" },
      redact: { method: "POST", path: "/api/v1/invoices/{id}/redact", proof: "secret", repeatable: true }
    },
    batches: {
      create: {
        method: "POST",
        path: "/api/v1/batch/invoices",
        proof: "secret",
        sends: "form",
        keyHeader: "Idempotency-Key"
      },
      list: {
        method: "GET",
        path: "/api/v1/batch/invoices",
        proof: "secret",
        sends: "query",
        items: "batches"
      },
      get: { method: "GET", path: "/api/v1/batch/invoices/{batchId}", proof: "secret" }
    },
    analytics: {
      get: { method: "GET", path: "/api/v1/analytics", proof: "secret", sends: "query" }
    },
    kyc: {
      sessions: {
        create: {
          method: "POST",
          path: "/api/v1/kyc/sessions",
          proof: "secret",
          sends: "json",
          keyHeader: "Idempotency-Key"
        },
        list: {
          method: "GET",
          path: "/api/v1/kyc/sessions",
          proof: "secret",
          sends: "query",
          items: "sessions"
        },
        get: { method: "GET", path: "/api/v1/kyc/sessions/{id}", proof: "secret" },
        history: { method: "GET", path: "/api/v1/kyc/sessions/{id}/history", proof: "secret" },
        redact: {
          method: "POST",
          path: "/api/v1/kyc/sessions/{id}/redact",
          proof: "secret",
          repeatable: true
        }
      }
    },
    webhooks: {
      create: {
        method: "POST",
        path: "/api/v1/webhooks",
        proof: "secret",
        sends: "json",
        keyHeader: "Idempotency-Key"
      },
      list: { method: "GET", path: "/api/v1/webhooks", proof: "secret", gives: "webhooks" },
      get: { method: "GET", path: "/api/v1/webhooks/{id}", proof: "secret" },
      update: {
        method: "PATCH",
        path: "/api/v1/webhooks/{id}",
        proof: "secret",
        sends: "json",
        repeatable: true
      },
      delete: { method: "DELETE", path: "/api/v1/webhooks/{id}", proof: "secret", isSilent: true },
      rotateSecret: { method: "POST", path: "/api/v1/webhooks/{id}/rotate-secret", proof: "secret" },
      test: { method: "POST", path: "/api/v1/webhooks/{id}/test", proof: "secret", sends: "json" },
      deliveries: {
        list: {
          method: "GET",
          path: "/api/v1/webhooks/{id}/deliveries",
          proof: "secret",
          sends: "query",
          items: "deliveries"
        },
        get: { method: "GET", path: "/api/v1/webhooks/deliveries/{deliveryId}", proof: "secret" },
        redeliver: {
          method: "POST",
          path: "/api/v1/webhooks/deliveries/{deliveryId}/redeliver",
          proof: "secret"
        }
      }
    },
    search: { method: "GET", path: "/api/v1/search", proof: "secret", sends: "query", gives: "results" }
  },
  transit: {
    networks: {
      list: { method: "GET", path: "/v1/transit/networks", proof: "pair", gives: "networks" }
    },
    wallets: {
      create: {
        method: "POST",
        path: "/v1/transit/wallets",
        proof: "pair",
        sends: "json",
        keyHeader: "Idempotency-Key",
        gives: "wallet"
      },
      list: { method: "GET", path: "/v1/transit/wallets", proof: "pair", sends: "query", items: "wallets" },
      get: { method: "GET", path: "/v1/transit/wallets/{id}", proof: "pair", gives: "wallet" }
    },
    webhook: {
      get: { method: "GET", path: "/v1/webhook", proof: "pair", gives: "webhook" },
      set: { method: "PUT", path: "/v1/webhook", proof: "pair", sends: "json", gives: "webhook" },
      test: { method: "POST", path: "/v1/webhook/test", proof: "pair", sends: "json" },
      rotateSecret: { method: "POST", path: "/v1/webhook/rotate-secret", proof: "pair" },
      deliveries: {
        list: {
          method: "GET",
          path: "/v1/webhook/deliveries",
          proof: "pair",
          sends: "query",
          items: "deliveries"
        },
        get: { method: "GET", path: "/v1/webhook/deliveries/{deliveryId}", proof: "pair", gives: "delivery" },
        redeliver: {
          method: "POST",
          path: "/v1/webhook/deliveries/{deliveryId}/redeliver",
          proof: "pair",
          gives: "delivery"
        }
      }
    }
  },
  signature: {
    validate: { method: "POST", path: "/api/Signature/validate/upload", sends: "form", repeatable: true }
  },
  sandbox: {
    deposit: { method: "POST", path: "/sandbox/v1/crypto/deposits", proof: "secret", sends: "json" },
    blocks: {
      method: "POST",
      path: "/sandbox/v1/crypto/blocks",
      proof: "secret",
      sends: "json",
      isSilent: true
    },
    drop: { method: "POST", path: "/sandbox/v1/crypto/drop", proof: "secret", sends: "json", isSilent: true },
    credit: {
      method: "POST",
      path: "/sandbox/v1/balance/credit",
      proof: "secret",
      sends: "json",
      gives: "balance"
    },
    advanceClock: {
      method: "POST",
      path: "/sandbox/v1/clock/advance",
      proof: "secret",
      sends: "json",
      gives: "now"
    },
    transfers: {
      method: "GET",
      path: "/sandbox/v1/crypto/transfers",
      proof: "secret",
      sends: "query",
      gives: "transfers"
    },
    payInvoice: {
      method: "POST",
      path: "/sandbox/v1/invoices/{id}/pay",
      proof: "secret",
      sends: "json",
      gives: "invoice"
    },
    bankTransfer: {
      method: "POST",
      path: "/sandbox/v1/invoices/{id}/transfer",
      proof: "secret",
      sends: "json",
      gives: "transfer"
    },
    bankStatement: { method: "GET", path: "/sandbox/v1/bank/statement", proof: "secret", sends: "query" },
    decideKycSession: {
      method: "POST",
      path: "/sandbox/v1/kyc/sessions/{id}/decide",
      proof: "secret",
      sends: "json",
      gives: "session"
    },
    mail: { method: "GET", path: "/sandbox/v1/mail", proof: "secret", sends: "query" }
  }
} as const satisfies OperationTree

import { cryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { invoice } from "../../concepts/invoice/Invoice.ts"
import { kycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { type Role, roles } from "../../concepts/roster/Role.ts"
import type { Operations } from "./Operations.ts"
import {
  allows,
  type PathsOf,
  type Permission,
  type PermissionsOf,
  type PersonRole,
  type ShownRecord
} from "./Permission.ts"

/** Who may do what in person: once for each operation, whatever offers it. A new operation does not compile without. */

const owner: ReadonlyArray<Role> = ["owner"]
const ownerAndFinance: ReadonlyArray<Role> = ["owner", "finance"]
const ownerAndSupport: ReadonlyArray<Role> = ["owner", "support"]
const ownerAndReviewer: ReadonlyArray<Role> = ["owner", "reviewer"]
const ownerAndDeveloper: ReadonlyArray<Role> = ["owner", "developer"]
const moneyReaders: ReadonlyArray<Role> = ["owner", "finance", "viewer"]
const paymentReaders: ReadonlyArray<Role> = ["owner", "finance", "support", "viewer"]
const kycReaders: ReadonlyArray<Role> = ["owner", "finance", "support", "reviewer", "viewer"]
const settingReaders: ReadonlyArray<Role> = ["owner", "finance", "developer", "viewer"]
const everybody: ReadonlyArray<Role> = roles
/** Who knows by name whom they work with. */
const colleagues: ReadonlyArray<Role> = ["owner", "finance", "support", "reviewer", "developer"]
/** An e-mail has the customer's address, and the words of a server. */
const mailReaders: ReadonlyArray<Role> = ["owner", "finance", "support"]
const deliveryReaders: ReadonlyArray<Role> = ["owner", "finance", "support", "developer", "viewer"]

const by = (roles: ReadonlyArray<Role>, shows?: ShownRecord): Permission => ({
  of: "partner",
  roles,
  ...(shows && { shows })
})
const proven = (permission: Permission): Permission => ({ ...permission, stepUp: true })
const operators: Permission = { of: "deployment", roles: [] }

/** Who holds the link needs to be nobody; who is somebody needs no such link. */
const byLink = operators

/** Of a verification, support sees how it stands. */
const kycRead: Permission = {
  ...by(kycReaders, kycSession),
  erasedFor: ["support", "viewer"]
}

const readBy = (roles: ReadonlyArray<Role>, shows?: ShownRecord) => ({
  get: by(roles, shows),
  list: by(roles, shows),
  history: by(roles)
})

/** A delivery itself has the body of its event, with all that this tells of a person. */
const deliveries = {
  deliveries: by(deliveryReaders),
  delivery: by(["owner", "finance", "support", "developer"]),
  deliveryBody: by(["owner", "finance", "support", "developer"]),
  redeliver: by(["owner", "support", "developer"]),
  redeliverFailed: by(["owner", "support", "developer"])
}

export const permissions: PermissionsOf<Operations["Service"]> = {
  balances: {
    get: by(moneyReaders),
    all: by(moneyReaders),
    statement: by(moneyReaders),
    adjust: proven(operators),
    adjustOnce: proven(operators)
  },
  balanceEntries: { list: by(moneyReaders) },
  payouts: {
    ...readBy(paymentReaders),
    processing: by(paymentReaders),
    awaiting: by(paymentReaders),
    standing: by(paymentReaders),
    networks: by(paymentReaders),
    preview: by(ownerAndFinance),
    create: proven(by(ownerAndFinance)),
    approve: proven(by(ownerAndFinance)),
    decline: by(ownerAndFinance),
    withdraw: by(ownerAndFinance),
    open: operators,
    resolve: operators
  },
  rosters: {
    get: by(moneyReaders),
    history: by(moneyReaders),
    setTiers: proven(by(owner)),
    setTier: proven(by(owner)),
    setAddressBook: proven(by(owner)),
    addAddress: proven(by(ownerAndFinance)),
    removeAddress: proven(by(ownerAndFinance)),
    addMember: proven(by(owner)),
    changeRole: proven(by(owner)),
    removeMember: proven(by(owner)),
    agree: proven(by(ownerAndFinance)),
    withdraw: by(ownerAndFinance)
  },
  hold: {
    get: operators,
    survey: operators,
    compare: operators,
    release: operators,
    releaseCompared: operators
  },
  cryptoInvoices: {
    ...readBy(paymentReaders, cryptoInvoice),
    networks: by(paymentReaders),
    getByExternalId: by(paymentReaders, cryptoInvoice),
    create: by(owner),
    cancel: by(ownerAndSupport),
    redact: by(owner)
  },
  deposits: { refresh: operators },
  invoices: {
    ...readBy(paymentReaders, invoice),
    mail: by(mailReaders),
    create: by(owner),
    cancel: by(ownerAndSupport),
    redact: by(owner)
  },
  bankPayments: {
    banks: operators,
    begin: by(owner),
    ofInvoice: by(paymentReaders),
    get: by(paymentReaders),
    refresh: operators,
    confirm: operators,
    receive: operators,
    recall: operators,
    unresolved: operators,
    markReturned: operators
  },
  statements: {
    accounts: operators,
    check: operators,
    // What a file says credits partners, as an adjustment does.
    import: proven(operators),
    list: operators,
    unresolved: operators,
    get: operators,
    assign: proven(operators),
    return: operators,
    ignore: operators
  },
  batches: {
    get: by(paymentReaders),
    list: by(paymentReaders),
    invoices: by(paymentReaders, invoice),
    import: by(owner)
  },
  analytics: by(moneyReaders),
  networkAnalytics: by(moneyReaders),
  search: by(paymentReaders),
  kyc: {
    get: kycRead,
    list: kycRead,
    history: by(kycReaders),
    create: by(owner),
    redact: by(owner),
    byToken: byLink,
    submit: byLink,
    takeBack: byLink,
    confirm: operators,
    refresh: operators,
    review: {
      list: operators,
      waiting: by(ownerAndReviewer),
      get: { of: "kycSession", roles: ownerAndReviewer },
      pictures: proven({ of: "kycSession", roles: ownerAndReviewer }),
      watermarked: proven({ of: "kycSession", roles: ownerAndReviewer }),
      original: proven({ of: "kycSession", roles: ownerAndReviewer }),
      decide: { of: "kycSession", roles: ownerAndReviewer }
    }
  },
  webhooks: {
    ...deliveries,
    about: by(deliveryReaders),
    list: by(settingReaders),
    get: by(settingReaders),
    create: proven(by(ownerAndDeveloper)),
    update: by(ownerAndDeveloper),
    remove: by(ownerAndDeveloper),
    rotateSecret: proven(by(ownerAndDeveloper)),
    test: by(ownerAndDeveloper)
  },
  transit: {
    networks: operators,
    wallets: { get: by(paymentReaders), list: by(paymentReaders), create: by(owner) },
    webhook: {
      ...deliveries,
      get: by(settingReaders),
      set: proven(by(ownerAndDeveloper)),
      rotateSecret: proven(by(ownerAndDeveloper)),
      test: by(ownerAndDeveloper)
    }
  },
  partners: {
    list: operators,
    get: operators,
    ensure: operators,
    setTerms: operators,
    termsAfter: operators,
    replaceTerms: operators
  },
  branding: { get: by(everybody), set: by(ownerAndDeveloper) },
  networks: { list: operators, status: operators, pause: operators, resume: operators },
  books: { get: operators, verify: operators },
  attention: {
    ofPartner: { unknownPayouts: by(paymentReaders), unresolvedMoney: by(paymentReaders) },
    ofAll: {
      unknownPayouts: operators,
      awaitingPayouts: operators,
      unresolvedMoney: operators,
      disabledWebhooks: operators
    }
  },
  keys: {
    list: by(settingReaders),
    held: by(settingReaders),
    get: { of: "key", roles: settingReaders },
    madeBy: operators,
    create: proven({ of: "requested", roles: ownerAndDeveloper }),
    createForOperators: proven(operators),
    revoke: proven({ of: "key", roles: ownerAndDeveloper })
  },
  users: {
    list: operators,
    get: operators,
    history: operators,
    disable: proven(operators),
    forget: proven(operators),
    recover: proven(operators)
  },
  actors: { named: by(colleagues) },
  members: { list: by(owner) },
  invitations: {
    list: by(owner),
    history: operators,
    create: proven(by(owner)),
    revoke: proven(by(owner)),
    byToken: byLink,
    accept: byLink
  },
  refusedRequests: { list: by(settingReaders) },
  signatures: { validate: operators },
  validateSignature: operators,
  drain: operators,
  verifyLedger: operators,
  sandbox: {
    deposit: by(ownerAndDeveloper),
    addBlocks: operators,
    drop: by(ownerAndDeveloper),
    pay: by(ownerAndDeveloper),
    bankTransfer: by(ownerAndDeveloper),
    bankStatement: by(ownerAndDeveloper),
    decide: by(ownerAndDeveloper),
    mail: by(ownerAndDeveloper),
    mailPage: by(ownerAndDeveloper),
    credit: by(ownerAndDeveloper),
    advanceClock: operators,
    passTime: by(ownerAndDeveloper),
    transfers: by(ownerAndDeveloper)
  }
}

/** The name of an operation, with those of its groups before it: `payouts.create`. */
export type OperationName = PathsOf<Operations["Service"]>

type Permissions = { readonly [name: string]: Permission | Permissions }

const isPermission = (node: Permission | Permissions): node is Permission => "roles" in node

const flat = (nodes: Permissions, before = ""): ReadonlyArray<readonly [string, Permission]> =>
  Object.entries(nodes).flatMap(([name, node]) =>
    isPermission(node) ? [[before + name, node] as const] : flat(node, `${before}${name}.`)
  )

/** Every operation by its name. */
export const permissionOf: ReadonlyMap<string, Permission> = new Map(
  flat(permissions as unknown as Permissions)
)

/** Whether somebody with the role may call this operation of their own partner; operators, of any. */
export const mayDo = (role: PersonRole, operation: OperationName): boolean => {
  const permission = permissionOf.get(operation)
  return permission !== undefined && allows(permission, role)
}

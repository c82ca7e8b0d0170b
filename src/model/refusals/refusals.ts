/**
 * How a refused request is answered. Whoever uses a world in process is told the same status and body as over the wire, so the engine
 * knows; pipeline, OpenAPI document and conformance tests take them from here.
 *
 * The reference (errors.md section 1) numbers the bodies: E1 `errorsWithResult` · E2 `flat` · E3 `placeNotFound` ·
 * E4 `itemNotFound` · E5 `itemErrors` · E6 `errorText` · E7 `errorMessage` · E8 `rejected`.
 */
export type ErrorShape =
  | "errorsWithResult"
  | "flat"
  | "placeNotFound"
  | "itemNotFound"
  | "itemErrors"
  | "errorText"
  | "errorMessage"
  | "rejected"

/** As many findings as an answer lists; more are only counted (control.md section 4). */
export const MOST_FINDINGS = 100

/** The usual HTTP status of a code (errors.md section 2). The only statuses of refusals are in this file and in the rows. */
export const STATUSES = {
  INVALID_PARAMS: 400,
  INVALID_VALUE: 400,
  INVALID_SETTINGS: 400,
  ITEM_REV_CONFLICT: 409,
  NOT_FOUND: 404,
  NO_PRIVILEGES: 403,
  PROCESS_STOPPED: 400,
  TRANSACTION_ABORTED: 400,
  SEARCH_TIMEOUT: 200,
  COUNT_TIMEOUT: 200,
  SYSTEM_ERROR: 500,
  UNAUTHORIZED: 401,
  NOT_IMPLEMENTED: 501,
} as const

/** The status of a refusal that is worth another try: the store of the worlds can't be reached. */
export const UNREACHABLE = 503

export type Code = keyof typeof STATUSES

interface Step {
  /** What the step refuses with, the usual code first. */
  readonly codes: readonly [Code, ...Code[]]
  /** Where it is not that of the code. */
  readonly status?: number
  /** What operations that write items answer; all others answer `flat`. */
  readonly ofItemWrites?: ErrorShape
}

/** The steps that refuse; the same words as the engine's `Reason`. */
const STEPS = {
  token: { codes: ["UNAUTHORIZED"] },
  place: { codes: ["NOT_FOUND"] },
  action: { codes: ["INVALID_PARAMS", "NO_PRIVILEGES"] },
  privilege: { codes: ["NO_PRIVILEGES"] },
  params: { codes: ["INVALID_PARAMS", "INVALID_VALUE"] },
  target: { codes: ["NOT_FOUND"] },
  conflict: { codes: ["ITEM_REV_CONFLICT"], status: 409, ofItemWrites: "itemErrors" },
  script: { codes: ["PROCESS_STOPPED"], ofItemWrites: "rejected" },
  values: { codes: ["INVALID_VALUE", "INVALID_PARAMS"], ofItemWrites: "itemErrors" },
  settings: { codes: ["INVALID_SETTINGS"] },
  store: { codes: ["SYSTEM_ERROR"] },
  planned: { codes: ["NOT_IMPLEMENTED"] },
  size: { codes: ["INVALID_PARAMS"], status: 413 },
} as const satisfies Record<string, Step>

export type RefusalStep = keyof typeof STEPS

export const REFUSAL_STEPS = Object.keys(STEPS) as RefusalStep[]

/** What may roll back a whole item write: it then has the status of its first cause (errors.md section 2). */
export const CAUSES = ["INVALID_VALUE", "NO_PRIVILEGES", "NOT_FOUND", "ITEM_REV_CONFLICT", "SYSTEM_ERROR"] as const

/**
 * How an operation answers a refusal of one step, where that differs from the usual. Texts may name path parameters,
 * `{item-id}`, and the caller's current workspace, `{current-workspace}`; they replace those of the refusal.
 */
export interface ErrorAnswer {
  /** The HTTP status. */
  readonly status?: number
  /** Which form the body has. */
  readonly shape?: ErrorShape
  /** The code, where the operation answers another than the usual one of the step. Without a `status`, the code's own is answered. */
  readonly code?: Code
  /** What its `error` says. */
  readonly error?: string
  /** What its `description` says. */
  readonly description?: string
  /** What its `reference_id` says. */
  readonly referenceId?: string
  /** Further members of the body. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** The part of a row that decides about its refusals. */
export interface Refusing {
  /**
   * Where this operation's refusals differ from the defaults (errors.md sections 4 to 6); `{}` for a step at which it refuses as
   * usual although nothing else of its row says that it may.
   */
  readonly errors?: Partial<Record<RefusalStep, ErrorAnswer>>
  /** Runs actions on items: wrong values, conflicts and stopped scripts have bodies of their own (errors.md section 4). */
  readonly writesItems?: true
}

/** How a refusal is answered. */
export interface Refused {
  readonly status: number
  readonly shape: ErrorShape
  readonly code: Code
}

export const codesOf = (step: RefusalStep): Step["codes"] => STEPS[step].codes

/** The answer to a refusal; `cause` is the code of the first failure where the whole request was rolled back for it. */
export function refusalOf(operation: Refusing | null, step: RefusalStep, given: Code, cause?: Code): Refused {
  const { status: usualStatus, ofItemWrites = "flat" }: Step = STEPS[step]
  const answer: ErrorAnswer = operation?.errors?.[step] ?? {}
  const code = answer.code ?? given
  return {
    status: answer.status ?? usualStatus ?? statusOf(step, code, cause),
    shape: answer.shape ?? (operation?.writesItems ? ofItemWrites : "flat"),
    code,
  }
}

function statusOf(step: RefusalStep, code: Code, cause: Code | undefined): number {
  if (code === "TRANSACTION_ABORTED" && cause !== undefined) return STATUSES[cause]
  // A field that may not be written is one of several value errors, not a forbidden request (model.md section 5.6).
  return STATUSES[step === "values" && code === "NO_PRIVILEGES" ? "INVALID_VALUE" : code]
}

/**
 * Body shapes of refused requests. The engine defines them because in-process errors have the API's status and body.
 *
 * The reference (errors.md section 1) numbers the shapes: E1 `errorsWithResult` · E2 `flat` · E3 `placeNotFound` ·
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

/** Maximum number of findings in one response; further findings are only counted (control.md section 4). */
export const MAX_FINDINGS = 100

/** Default HTTP status of each error code (errors.md section 2). */
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
} as const

/** HTTP status of refusals while the store can't be reached. A retry may succeed. */
export const UNREACHABLE = 503

export type Code = keyof typeof STATUSES

interface Step {
  /** Error codes that a refusal at this step may have; the first is the default. */
  readonly codes: readonly [Code, ...Code[]]
  /** HTTP status that overrides the error code's default. */
  readonly status?: number
  /** Body shape of refusals by operations that write items. All other operations use `flat`. */
  readonly ofItemWrites?: ErrorShape
}

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
  size: { codes: ["INVALID_PARAMS"], status: 413 },
  encoding: { codes: ["INVALID_PARAMS"], status: 415 },
} as const satisfies Record<string, Step>

export type RefusalStep = keyof typeof STEPS

export const REFUSAL_STEPS = Object.keys(STEPS) as RefusalStep[]

/** Error codes of failures that roll back a whole item write. The first failure determines the HTTP status (errors.md section 2). */
export const CAUSES = ["INVALID_VALUE", "NO_PRIVILEGES", "NOT_FOUND", "ITEM_REV_CONFLICT", "SYSTEM_ERROR"] as const

/**
 * Overrides the response to a refusal. The strings replace the refusal's texts. They may contain placeholders: a path
 * parameter such as `{item-id}`, or `{current-workspace}` for the caller's current workspace.
 */
export interface ErrorAnswer {
  /** Error code whose default HTTP status the response gets. Default: the response's own code. */
  readonly statusOf?: Code
  readonly shape?: ErrorShape
  readonly code?: Code
  readonly error?: string
  readonly description?: string
  readonly referenceId?: string
  /** Value of the property `code` in an `errorMessage` body. */
  readonly number?: number
  /** Whether an `errorMessage` body has the property `error_code`. */
  readonly showsCode?: true
}

/** The properties of an operation that determine its responses to refusals. */
export interface Refusing {
  /** Responses by step (errors.md sections 4 to 6). `{}` declares that the step may refuse with the default response. */
  readonly errors?: Partial<Record<RefusalStep, ErrorAnswer>>
  /** True if the operation runs actions on items. Some refusals then have special body shapes (errors.md section 4). */
  readonly writesItems?: true
}

export interface AnswerForm {
  readonly status: number
  readonly shape: ErrorShape
  readonly code: Code
}

export const codesOf = (step: RefusalStep): Step["codes"] => STEPS[step].codes

/** Returns a refusal's HTTP status, body shape and error code. `cause`: the code of the failure that rolled back the whole request. */
export function refusalOf(operation: Refusing | null, step: RefusalStep, given: Code, cause?: Code): AnswerForm {
  const { status: usualStatus, ofItemWrites = "flat" }: Step = STEPS[step]
  const answer: ErrorAnswer = operation?.errors?.[step] ?? {}
  const code = answer.code ?? given
  return {
    status: answer.statusOf ? STATUSES[answer.statusOf] : (usualStatus ?? statusOf(step, code, cause)),
    shape: answer.shape ?? (operation?.writesItems ? ofItemWrites : "flat"),
    code,
  }
}

function statusOf(step: RefusalStep, code: Code, cause: Code | undefined): number {
  if (code === "TRANSACTION_ABORTED") return STATUSES[cause ?? code]
  // A field that may not be written counts as a value error, not as a forbidden request (model.md section 5.6).
  return STATUSES[step === "values" ? "INVALID_VALUE" : code]
}

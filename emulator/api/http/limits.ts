import { DomainError } from "../../../src/model/index.ts"

const MIB = 1_048_576

export const MAX_JSON_BYTES = 16 * MIB

/** Maximum total size of all parts in a multipart body, in bytes (api.md section 0). */
export const MAX_UPLOAD_BYTES = 100 * MIB

/** Maximum number of values in a JSON body, including arrays and objects (control.md section 4). */
export const MAX_VALUES = 100_000

/**
 * Maximum number of properties in each object of a JSON body (control.md section 4). Objects with many more distinct
 * names take very long to parse.
 */
export const MAX_MEMBERS = 10_000

export const MAX_NESTING = 64

/** Limits for imported and exported worlds. 500 MiB is just below the longest string that V8 allows. */
export const MAX_FIXTURE_BYTES = 500 * MIB
export const MAX_FIXTURE_NESTING = MAX_NESTING + 16
export const MAX_FIXTURE_VALUES = 20_000_000
export const MAX_FIXTURE_MEMBERS = 100_000

export interface JsonLimits {
  readonly bytes: number
  readonly nesting: number
  readonly values: number
  readonly members: number
  /** If true, a number keeps the text of its source, and a key that occurs twice is refused (fixtures.md, "Scalars"). */
  readonly keepsSources?: true
}

export const USUAL_LIMITS: JsonLimits = {
  bytes: MAX_JSON_BYTES,
  nesting: MAX_NESTING,
  values: MAX_VALUES,
  members: MAX_MEMBERS,
}

export const FIXTURE_LIMITS: JsonLimits = {
  bytes: MAX_FIXTURE_BYTES,
  nesting: MAX_FIXTURE_NESTING,
  values: MAX_FIXTURE_VALUES,
  members: MAX_FIXTURE_MEMBERS,
  keepsSources: true,
}

export const tooManyValues = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `the body has more than ${limit} values`)

export const tooManyMembers = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `an object in the body has more than ${limit} properties`)

export const tooLarge = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `the request is larger than ${limit / MIB} MiB`)

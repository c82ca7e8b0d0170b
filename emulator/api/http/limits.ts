import { DomainError } from "../../../src/inside.ts"

const MIB = 1_048_576

/** The largest JSON body (api.md section 0). */
export const MAX_JSON_BYTES = 16 * MIB

/** The most that the parts of a multipart body may hold together (api.md section 0). */
export const MAX_UPLOAD_BYTES = 100 * MIB

/** How many values a JSON body may hold, arrays and objects among them (control.md section 4). */
export const MAX_VALUES = 100_000

/**
 * How many members an object of a JSON body may have (control.md section 4). Of names that are all different ten times as many
 * would take longer to make than everything else that a request may ask for.
 */
export const MAX_MEMBERS = 10_000

/** How deep a JSON body may be nested (api.md section 0). */
export const MAX_NESTING = 64

/**
 * A world that is exported or imported: what is much larger would make no text. It is nested deeper than the requests that its data
 * came with.
 */
export const MAX_FIXTURE_BYTES = 500 * MIB
export const MAX_FIXTURE_NESTING = MAX_NESTING + 16
export const MAX_FIXTURE_VALUES = 20_000_000

/** How a JSON body is bounded. */
export interface JsonLimits {
  readonly bytes: number
  readonly nesting: number
  readonly values: number
  readonly members: number
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
  members: MAX_FIXTURE_VALUES,
}

/** A JSON body that holds more than it may: 413. */
export const tooManyValues = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `the body holds more than ${limit} values`)

/** A JSON body with an object that has more members than it may have: 413. */
export const tooManyMembers = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `an object of the body has more than ${limit} members`)

/** A request that is larger than it may be: 413. */
export const tooLarge = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `the request is larger than ${limit / MIB} MiB`)

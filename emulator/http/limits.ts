import { DomainError } from "../../src/inside.ts"

const MIB = 1_048_576

/** The largest JSON body (api.md section 0). */
export const MAX_JSON_BYTES = 16 * MIB

/** The most that the parts of a multipart body may hold together (api.md section 0). */
export const MAX_UPLOAD_BYTES = 100 * MIB

/** How deep a JSON body may be nested (api.md section 0). */
export const MAX_NESTING = 64

/**
 * A world that is exported or imported: what is much larger would make no text. It is nested deeper than the requests that its data
 * came with.
 */
export const MAX_FIXTURE_BYTES = 500 * MIB
export const MAX_FIXTURE_NESTING = MAX_NESTING + 16

/** A request that is larger than it may be: 413. */
export const tooLarge = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `the request is larger than ${limit / MIB} MiB`)

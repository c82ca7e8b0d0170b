import { DomainError } from "../../src/index.ts"

const MIB = 1_048_576

/** The largest JSON body (api.md section 0). */
export const MAX_JSON_BYTES = 16 * MIB

/** The most that the parts of a multipart body may hold together (api.md section 0). */
export const MAX_UPLOAD_BYTES = 100 * MIB

/** A request that is larger than it may be: 413. */
export const tooLarge = (limit: number): DomainError =>
  new DomainError("INVALID_PARAMS", "size", `the request is larger than ${limit / MIB} MiB`)

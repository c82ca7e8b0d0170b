import { type DomainError, type Fixture, invalidParams } from "../../src/inside.ts"
import { MAX_FIXTURE_BYTES } from "../api/http/limits.ts"

/** A fixture as JSON. Refused where it is larger than an import takes, so that whatever is exported can be loaded again. */
export function writeFixture(fixture: Fixture, limit = MAX_FIXTURE_BYTES): string {
  const text = jsonOf(fixture)
  if (text !== undefined && new TextEncoder().encode(text).length <= limit) return text
  throw fixtureTooLarge(limit)
}

/** Refuses to export a world. */
export function fixtureTooLarge(limit = MAX_FIXTURE_BYTES): DomainError {
  const size = `as a fixture the world is larger than ${limit / 1_048_576} MiB, the most that an import takes`
  return invalidParams(`${size}: delete files or items from it, or keep it as a snapshot`)
}

/** Undefined for what is longer than any text can be. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

import type { Fixture } from "../../../src/fixtures/index.ts"
import { type DomainError, invalidParams } from "../../../src/model/index.ts"
import { MAX_FIXTURE_BYTES } from "../../api/index.ts"

/** Formats a fixture as JSON. Throws if it exceeds the import limit, so that every export can be imported. */
export function writeFixture(fixture: Fixture, limit = MAX_FIXTURE_BYTES): string {
  const text = jsonOf(fixture)
  if (text !== undefined && new TextEncoder().encode(text).length <= limit) return text
  throw fixtureTooLarge(limit)
}

export function fixtureTooLarge(limit = MAX_FIXTURE_BYTES): DomainError {
  const size = `the fixture of the world is larger than ${limit / 1_048_576} MiB, the maximum of an import`
  return invalidParams(`${size}; delete files or items from the world, or take a snapshot instead`)
}

/** Converts a value to JSON. Returns undefined if the JSON would exceed the maximum string length. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

import { DomainError, noPrivileges } from "../../model/index.ts"

const TEXT = "versions of the past are read only; fork one with POST /_hexarium/worlds {from, version}"

/** Creates the refusal of a write to a version (insight.md section 1). All operations respond with it in the same form. */
export function readOnlyRefusal(): DomainError {
  const { status, body } = noPrivileges(TEXT)
  return new DomainError("NO_PRIVILEGES", "privilege", TEXT, { answered: { status, body } })
}

import { Unreachable } from "./connection.ts"
import { isDatabaseError } from "./driver.ts"
import { type PostgresPlace, quoteName } from "./place.ts"

/** Returns one line with the store's location and the remedy, without the password. Returns undefined for unknown errors. */
export function whyUnusable(error: unknown, place: PostgresPlace): string | undefined {
  const { shown, schema, url } = place
  const user = decodeURIComponent(new URL(url).username)
  if (isDatabaseError(error)) {
    switch (error.code) {
      case "28P01":
      case "28000":
        return `${shown}: the server refuses the user ${JSON.stringify(user)} or their password; check both in the URL`
      case "3D000":
        return `${shown}: the database does not exist; create it with createdb, or name another one in the URL`
      case "42501":
        return `${shown}: the user ${JSON.stringify(user)} can neither use nor create the schema ${quoteName(schema)}; run GRANT CREATE ON DATABASE …, or CREATE SCHEMA ${quoteName(schema)} AUTHORIZATION ${quoteName(user)}`
      case "53100":
        return `${shown}: the server's disk is full; free some space there`
      default:
        return undefined
    }
  }
  if (error instanceof Unreachable) {
    return `${shown}: can't be reached (${error.message}); check host and port, and that the server runs`
  }
  return undefined
}

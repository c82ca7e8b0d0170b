import type { DatabaseError } from "pg"

type Driver = Pick<typeof import("pg"), "Client" | "DatabaseError">

let driver: Driver | undefined

/** What speaks with PostgreSQL, loaded with the first connection. */
export async function loadDriver(): Promise<Driver> {
  driver ??= (await import("pg")).default
  return driver
}

/** Whether it was the database that refused, over a connection of ours. */
export const isDatabaseError = (error: unknown): error is DatabaseError =>
  driver !== undefined && error instanceof driver.DatabaseError

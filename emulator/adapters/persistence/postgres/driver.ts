import type { DatabaseError } from "pg"

type Driver = Pick<typeof import("pg"), "Client" | "DatabaseError">

let driver: Driver | undefined

export async function loadDriver(): Promise<Driver> {
  driver ??= (await import("pg")).default
  return driver
}

export const isDatabaseError = (error: unknown): error is DatabaseError =>
  driver !== undefined && error instanceof driver.DatabaseError

import { expect, test } from "vitest"

/** A replacement of `test` for a page's test that fails as the page says: checks that the test's error contains the message. */
export const failingTest =
  (message: string) =>
  (name: string, body: () => Promise<void>, timeoutMs: number): void =>
    test(`${name} (fails)`, () => expect(body()).rejects.toThrow(message), timeoutMs)

import { type ItemWanted, toHaveItem } from "./item.ts"
import { type MailWanted, toHaveSentMail } from "./mail.ts"
import { type RefusalGiven, toBeRefusedWith } from "./refusal.ts"
import { toEqualWorld } from "./world.ts"

export type { ItemWanted } from "./item.ts"
export type { MailWanted } from "./mail.ts"
export type { MatcherState, Verdict } from "./matching.ts"
export type { RefusalGiven, RefusalWanted } from "./refusal.ts"

/**
 * Matchers for worlds and API calls. Pass them to `expect.extend` of Vitest or Jest (docs/testing.md, "Matchers").
 *
 * @example
 * ```ts
 * import { matchers } from "hexarium/matchers"
 * import { testWorlds } from "hexarium/worlds"
 * import { expect, test } from "vitest"
 *
 * expect.extend(matchers)
 * const worlds = testWorlds({ fixture: "shop.yaml" })
 *
 * test(
 *   "a total is a number",
 *   worlds.inWorld(async ({ as, world }) => {
 *     const order = { application: "SHOP", datastore: "Orders", item: { Total: "many" } }
 *     await expect(as("bob@shop.test").createItem(order)).toBeRefusedWith({ status: 400, field: "Total" })
 *     expect(world).not.toHaveItem({ datastore: "Orders" })
 *   }),
 * )
 * ```
 */
export const matchers = {
  /** Passes if the API refused the call with this status, code, message or field. Expects the call's promise. */
  toBeRefusedWith,
  /** Passes if the world has an item with these values by display ID. */
  toHaveItem,
  /** Passes if the world has sent a mail with this address, kind, subject or text. */
  toHaveSentMail,
  /** Passes if both worlds have the same records, clock and settings. On failure, lists the differences. */
  toEqualWorld,
}

/** Types of the matchers, for `expect(…)`. */
export interface HexariumMatchers<R = unknown> {
  /**
   * Passes if the API refused the call with this status (403), code (`"INVALID_VALUE"`), or all of these properties.
   * Takes the call's promise, a function that makes the call, or the error. Await the result.
   */
  toBeRefusedWith(how: RefusalGiven): Promise<R>
  /** Passes if the world has an item with these values by display ID, whether or not a user can see it (model.md section 5.7). */
  toHaveItem(wanted: ItemWanted): R
  /** Passes if the world has sent a mail with this address, kind, subject or text. */
  toHaveSentMail(wanted?: MailWanted): R
  /** Passes if both worlds have the same records, clock and settings. On failure, lists the differences. */
  toEqualWorld(other: unknown): R
}

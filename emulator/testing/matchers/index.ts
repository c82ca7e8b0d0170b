import { type ItemWanted, toHaveItem } from "./item.ts"
import { type MailWanted, toHaveSentMail } from "./mail.ts"
import { type RefusalGiven, toBeRefusedWith } from "./refusal.ts"
import { toEqualWorld } from "./world.ts"

export type { ItemWanted } from "./item.ts"
export type { MailWanted } from "./mail.ts"
export type { MatcherState, Verdict } from "./matching.ts"
export type { RefusalGiven, RefusalWanted } from "./refusal.ts"

/**
 * What can be asserted of worlds and calls, for `expect.extend` of Vitest and Jest (docs/testing.md, "Matchers").
 *
 * ```ts
 * expect.extend(matchers)
 * await expect(bob.createItem({ … })).toBeRefusedWith({ status: 400, field: "Total" })
 * expect(world).toHaveItem({ datastore: "Orders", item: { Total: 12 } })
 * ```
 */
export const matchers = {
  /** Of a call's promise: it was refused, with this status, code, message or field. */
  toBeRefusedWith,
  /** Of a world: it has an item with these values by display ID. */
  toHaveItem,
  /** Of a world: it has sent a mail to somebody, of a kind, with a subject or text. */
  toHaveSentMail,
  /** Of a world: it holds the same records as another; what differs is listed. */
  toEqualWorld,
}

/** The matchers as `expect(…)` has them, for the types of a runner. */
export interface HexariumMatchers<R = unknown> {
  /**
   * Of a call's promise, a function that calls, or an error: it was refused with this status (403), this code (`"INVALID_VALUE"`), or
   * all of `{ status, code, message, field }`. Is to be awaited.
   */
  toBeRefusedWith(how: RefusalGiven): Promise<R>
  /** Of a world: it has an item with these values by display ID, whoever may see it (model.md section 5.7). */
  toHaveItem(wanted: ItemWanted): R
  /** Of a world: it has sent a mail to somebody, of a kind, with a subject or text. */
  toHaveSentMail(wanted?: MailWanted): R
  /** Of a world: all its records, its clock and its settings are those of another; else prints what differs. */
  toEqualWorld(other: unknown): R
}

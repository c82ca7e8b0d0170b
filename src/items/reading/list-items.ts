import type { Actor } from "../../access/actor.ts"
import type { Engine } from "../../engine/engine.ts"
import { invalidParams } from "../../model/error.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import { countUnread, type HistoryFilter } from "../../histories/unread.ts"
import type { IId } from "../../model/ids.ts"
import type { Lang } from "../../model/names.ts"
import type { Condition } from "../../records/condition.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"
import { both, type Compiled, compileConditions } from "../search/compile.ts"
import { ItemOrder, PageOfItems, type Sort } from "../search/order.ts"
import { scan } from "../search/scan.ts"
import { type SearchScope, searchScope } from "../search/scope.ts"
import { isSearchTimeout } from "../search/text-match.ts"
import { type ListedItem, readListItem } from "./listed-item.ts"
import { Reading } from "./reading.ts"

export interface ItemList {
  readonly application?: string | undefined
  readonly datastore: string
  readonly conditions?: readonly Condition[] | undefined
  readonly useOrCondition?: boolean | undefined
  /** From 1. */
  readonly page?: number | undefined
  /** 0 or absent = all. */
  readonly perPage?: number | undefined
  /** Only items with unread histories. */
  readonly unreadOnly?: boolean | undefined
  readonly excludeActionHistory?: boolean | undefined
  readonly excludeCommentHistory?: boolean | undefined
  /** Newest first without any. */
  readonly sortFields?: readonly Sort[] | undefined
  /** Adds the datastore's default conditions. */
  readonly useDefaultSearch?: boolean | undefined
  /** What values are keyed by; display IDs when absent. */
  readonly ids?: "display" | "internal" | undefined
  readonly includeLinks?: boolean | undefined
  readonly includeLookups?: boolean | undefined
  /** Numbers as numbers rather than texts. */
  readonly returnNumberValue?: boolean | undefined
  readonly returnCountOnly?: boolean | undefined
  readonly omitTotalItems?: boolean | undefined
  /** Seconds of the machine's clock, 60 when absent; 0 gives up at once. */
  readonly dataResultTimeoutSec?: number | undefined
  readonly totalCountTimeoutSec?: number | undefined
}

/** How items are listed, wherever they are. */
export type Listing = Omit<ItemList, "application" | "datastore">

export interface ItemListResult {
  readonly datastore: Datastore
  /** The fields that the items have values of. */
  readonly fields: readonly Field[]
  readonly ids: Reading["ids"]
  readonly numbers: Reading["numbers"]
  readonly lang: Lang
  /** The page asked for; none when it timed out. */
  readonly items: readonly ListedItem[]
  /** All that fit, before paging; 0 when omitted, -1 when the count timed out. */
  readonly totalItems: number
}

const DEFAULT_TIMEOUT_SEC = 60

interface ListingOf {
  readonly only?: ReadonlySet<IId>
  /** What stands for the search while it waits for its turn, where the listing is made anew for each. */
  readonly request?: object
}

/**
 * The visible items that fit, sorted and paged (api.md section 17.1); with `only`, of these items. Refuses an unknown
 * condition or sort ID or bad paging with INVALID_PARAMS, a bad regular expression with INVALID_VALUE.
 */
export function listItems(
  view: View,
  actor: Actor,
  datastore: Datastore,
  input: Listing,
  engine: Engine,
  { only, request = input }: ListingOf = {},
): ItemListResult {
  checkNumbers(input)
  const unread: HistoryFilter = {
    excludeActions: input.excludeActionHistory,
    excludeComments: input.excludeCommentHistory,
  }
  const scope = { ...searchScope(view, actor, datastore, engine, request), unread }
  const reading = new Reading(view, actor, { ids: input.ids ?? "display", returnNumberValue: input.returnNumberValue })
  const { items, totalItems } = searchInTime(scope, input, only)
  const options = { links: input.includeLinks === true, lookups: input.includeLookups === true, unread }
  return {
    datastore,
    fields: readableFields(view, actor, datastore),
    ids: reading.ids,
    numbers: reading.numbers,
    lang: view.settings.lang,
    items: items.map((item) => readListItem(reading, item, options)),
    totalItems,
  }
}

function checkNumbers({ page = 1, perPage = 0, dataResultTimeoutSec = 0, totalCountTimeoutSec = 0 }: Listing): void {
  const check = (name: string, value: number, least: number) => {
    if (!Number.isSafeInteger(value) || value < least)
      throw invalidParams(`${name} must be an integer from ${least} up`)
  }
  check("page", page, 1)
  check("per_page", perPage, 0)
  check("data_result_timeout_sec", dataResultTimeoutSec, 0)
  check("total_count_timeout_sec", totalCountTimeoutSec, 0)
}

function compile(scope: SearchScope, input: Listing): Compiled {
  const asked = compileConditions(scope, input.conditions ?? [], input.useOrCondition === true)
  const { view, actor, datastore, unread } = scope
  const withDefault =
    input.useDefaultSearch === true
      ? both(asked, compileConditions({ ...scope, unrestricted: true }, datastore.defaultSearch, false))
      : asked
  if (input.unreadOnly !== true) return withDefault
  return both(withDefault, {
    test: (item) => countUnread(view, actor.uId, item.iId, unread) > 0,
    shortcuts: [],
  })
}

/** Without items, and with the count -1, when its patterns took too long (errors.md, SEARCH_TIMEOUT). */
function searchInTime(scope: SearchScope, input: Listing, only: ReadonlySet<IId> | undefined) {
  try {
    return search(scope, input, only)
  } catch (error) {
    if (!isSearchTimeout(error)) throw error
    return { items: [], totalItems: input.omitTotalItems === true ? 0 : -1 }
  }
}

function search(
  scope: SearchScope,
  input: Listing,
  only: ReadonlySet<IId> | undefined,
): { items: readonly Item[]; totalItems: number } {
  const { page = 1, perPage = 0 } = input
  const asked = compile(scope, input)
  const compiled =
    only === undefined ? asked : both(asked, { test: ({ iId }) => only.has(iId), shortcuts: [{ iIds: [...only] }] })
  const order = new ItemOrder(scope, input.sortFields ?? [])
  const wanted =
    perPage === 0
      ? new PageOfItems(order, page === 1 ? 0 : Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
      : new PageOfItems(order, (page - 1) * perPage, page * perPage)
  const clock = scope.wallClock
  const startedAt = clock.now()
  const isLate = (limit = DEFAULT_TIMEOUT_SEC): boolean => clock.now() - startedAt >= limit * 1000
  let collecting = input.returnCountOnly !== true
  let counting = input.omitTotalItems !== true
  let isCountLate = false
  let isDataLate = false
  let total = 0
  const beat = (): boolean => {
    if (collecting && isLate(input.dataResultTimeoutSec)) {
      collecting = false
      isDataLate = true
    }
    if (counting && isLate(input.totalCountTimeoutSec)) {
      counting = false
      isCountLate = true
    }
    return collecting || counting
  }
  if (beat()) {
    scan(
      scope,
      compiled,
      (item) => {
        total += 1
        if (collecting) wanted.add(item)
      },
      beat,
    )
  }
  return {
    items: isDataLate ? [] : wanted.toArray(),
    totalItems: isCountLate ? -1 : input.omitTotalItems === true ? 0 : total,
  }
}

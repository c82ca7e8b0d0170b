import type * as z from "zod"
import type { Actor } from "../../access/index.ts"
import type { Engine } from "../../engine/index.ts"
import { readableFields } from "../../fields/index.ts"
import { type IId, invalidParams, type Lang } from "../../model/index.ts"
import type { Datastore, Field, FieldOf, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { countUnread, type HistoryFilter } from "../histories.ts"
import { both, type CompiledConditions, compileConditions } from "../search/compile.ts"
import { scan, tryPatterns } from "../search/find-items.ts"
import { ItemOrder, PageOfItems } from "../search/order.ts"
import { loadPatterns } from "../search/pattern.ts"
import { countVisible, walkPage } from "../search/plan.ts"
import { type SearchScope, searchScope } from "../search/scope.ts"
import type { listing } from "../search/search-input.ts"
import { isSearchTimeout } from "../search/text-match.ts"
import { type ListedItem, Reading, readListItem } from "./reading.ts"

/** The input of a list of items (api.md section 17.1). */
export interface Listing extends z.output<z.ZodObject<ReturnType<typeof listing>>> {
  /** If true, an exact match of numbers and dates is equality with any search value. Default: only one number can be exact. */
  readonly exactMatchesAny?: boolean | undefined
  /** Kind of IDs that are the keys of the values. Default: display IDs. */
  readonly ids?: "display" | "internal" | undefined
}

export interface ItemListResult {
  readonly datastore: Datastore
  readonly fields: readonly Field[]
  readonly ids: Reading["ids"]
  readonly numbers: Reading["numbers"]
  readonly lang: Lang
  /** Items of the requested page. Empty if the search timed out. */
  readonly items: readonly ListedItem[]
  /** Number of matching items on all pages. 0 if the request does not ask for it, -1 if the count timed out. */
  readonly totalItems: number
  /** How the items were found, for developers: the index that was used, and the number of items that were tested. */
  readonly plan: string
  /** Returns the names of the files in a value. CSV files contain them instead of the IDs in `values`. */
  fileNames(item: Item, field: FieldOf<"file">): string
}

const DEFAULT_TIMEOUT_SEC = 60

/**
 * Returns one page of the matching items that the actor may see, sorted (api.md section 17.1). If `only` is given, the other items are
 * ignored. Throws INVALID_PARAMS, or INVALID_VALUE for an invalid regular expression.
 */
export async function listItems(
  view: View,
  actor: Actor,
  datastore: Datastore,
  input: Listing,
  engine: Engine,
  only?: ReadonlySet<IId>,
): Promise<ItemListResult> {
  checkNumbers(input)
  const unread: HistoryFilter = {
    excludeActions: input.excludeActionHistory,
    excludeComments: input.excludeCommentHistory,
  }
  const { exactMatchesAny } = input
  const scope = Object.assign(searchScope(view, actor, datastore, engine), { unread, exactMatchesAny })
  const reading = new Reading(view, actor, { ids: input.ids ?? "display", returnNumberValue: input.returnNumberValue })
  const { items, totalItems, plan } = await searchInTime(scope, input, only)
  const options = { links: input.includeLinks === true, lookups: input.includeLookups === true, unread }
  return {
    datastore,
    fields: readableFields(view, actor, datastore),
    ids: reading.ids,
    numbers: reading.numbers,
    lang: view.settings.lang,
    items: items.map((item) => readListItem(reading, item, options)),
    totalItems,
    plan,
    fileNames: (item, field) => reading.fileNames(item, field),
  }
}

function checkNumbers({ page = 1, perPage = 0, dataResultTimeoutSec = 0, totalCountTimeoutSec = 0 }: Listing): void {
  const check = (name: string, value: number, least: number) => {
    if (!Number.isSafeInteger(value) || value < least)
      throw invalidParams(`${name} must be an integer of at least ${least}`)
  }
  check("page", page, 1)
  check("per_page", perPage, 0)
  check("data_result_timeout_sec", dataResultTimeoutSec, 0)
  check("total_count_timeout_sec", totalCountTimeoutSec, 0)
}

function compile(scope: SearchScope, input: Listing): CompiledConditions {
  const asked = compileConditions(scope, input.conditions ?? [], input.useOrCondition === true)
  const { view, actor, datastore, unread } = scope
  const withDefault =
    input.useDefaultSearch === true
      ? both(
          asked,
          compileConditions({ ...scope, unrestricted: true, exactMatchesAny: false }, datastore.defaultSearch, false),
        )
      : asked
  if (input.unreadOnly !== true) return withDefault
  return both(withDefault, {
    test: (item) => countUnread(view, actor.uId, item.iId, unread) > 0,
    shortcuts: [],
    hasPatterns: false,
  })
}

/** Searches items. If regular expressions take too long, returns no items and the count -1 (errors.md, SEARCH_TIMEOUT). */
async function searchInTime(scope: SearchScope, input: Listing, only: ReadonlySet<IId> | undefined) {
  try {
    return await search(scope, input, only)
  } catch (error) {
    if (!isSearchTimeout(error)) throw error
    return { items: [], totalItems: input.omitTotalItems === true ? 0 : -1, plan: "abandoned patterns" }
  }
}

async function search(
  scope: SearchScope,
  input: Listing,
  only: ReadonlySet<IId> | undefined,
): Promise<{ items: readonly Item[]; totalItems: number; plan: string }> {
  const { page = 1, perPage = 0 } = input
  await loadPatterns([...(input.conditions ?? []), ...scope.datastore.defaultSearch])
  const asked = compile(scope, input)
  const isAmong = (iIds: ReadonlySet<IId>): CompiledConditions => ({
    test: ({ iId }) => iIds.has(iId),
    shortcuts: [{ iIds: [...iIds] }],
    hasPatterns: false,
  })
  const compiled = only === undefined ? asked : both(asked, isAmong(only))
  const sorts = input.sortFields ?? []
  const order = new ItemOrder(scope, sorts)
  const [from, limit] =
    perPage === 0
      ? [page === 1 ? 0 : Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      : [(page - 1) * perPage, page * perPage]
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
  const tried = beat() ? await tryPatterns(scope, compiled) : undefined
  let items: readonly Item[] = []
  let plan = "no time"
  if (tried !== undefined && beat()) {
    const isEveryItem = tried.test === null && tried.found === undefined
    if (counting && isEveryItem) {
      total = countVisible(scope)
      if (!collecting) return { items, totalItems: total, plan: "number of items by access" }
    }
    const canWalk = collecting && tried.found === undefined && (isEveryItem || !counting)
    const walked = canWalk ? walkPage(scope, sorts, tried.test, { from, limit }, beat) : undefined
    if (walked !== undefined) {
      items = walked.items
      plan = walked.plan
    } else {
      const wanted = new PageOfItems(order, from, limit)
      total = 0
      plan = scan(
        scope,
        tried,
        (item) => {
          total += 1
          if (collecting) wanted.add(item)
        },
        beat,
      )
      items = wanted.toArray()
    }
  }
  return {
    items: isDataLate ? [] : items,
    totalItems: isCountLate ? -1 : input.omitTotalItems === true ? 0 : total,
    plan,
  }
}

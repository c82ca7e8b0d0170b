import type { Actor } from "../../access/actor.ts"
import type { AccessKeyUpdates } from "../../access/key-updates.ts"
import { checkKeyUpdates, resolveGrant } from "../../access/keys.ts"
import { actorOfCaller, type Caller } from "../../engine/caller.ts"
import { DomainError, type Finding } from "../../model/error.ts"
import type { IId, Instant } from "../../model/ids.ts"
import { hasAutoLinks, relinkItem } from "../links/auto-link.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Item } from "../../model/records/item.ts"
import {
  hasPostProcess,
  owePosts,
  type PostResult,
  type PostRun,
  runPostProcess,
} from "../../scripts/post-processes.ts"
import { type PreResult, runPreScript } from "../../scripts/pre-script.ts"
import { type ScriptData, scriptData } from "../scripts/script-data.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { textDigest } from "../../state/store/digest.ts"
import { refuseValues, revConflict, rolledBack, unknownField } from "./findings.ts"
import { ItemRequest, type RequestTerms, type Written } from "./item-request.ts"
import { type ItemResult, itemResultOf } from "./item-result.ts"
import { notifyRoles } from "./notify-roles.ts"
import { changeItem, deleteByAction, putNewItem, type Run } from "./put-item.ts"
import { checkNesting, failRelatedItems, keyUpdatesOf, runRelatedItems } from "./related-items.ts"
import { removeItem } from "./remove-item.ts"
import type { ResolvedValues } from "./resolve-values.ts"
import { dropUnnamed } from "../../fields/settle-files.ts"
import type { WriteOptions } from "./write-options.ts"

/** What a request does to its main item, settled up to the point where scripts and values come in. */
export interface MainWrite {
  readonly datastore: Datastore
  readonly action: Action
  /** Null when the action makes an item of nothing. */
  readonly target: Item | null
  readonly resolved: ResolvedValues
  /** The ID a new item is to have. */
  readonly iId?: IId | undefined
  /** Items that are deleted along with the main item, without an action. */
  readonly goingAlong?: readonly Item[]
}

/** How a request came out. */
export interface WriteOutcome {
  /** Who wrote. */
  readonly actor: Actor
  readonly main: Written
  /** Failed entries and refused keys; empty on full success. */
  readonly findings: readonly Finding[]
  /** When asked for. */
  readonly item?: ItemResult
  /** When the action has a pre script. */
  readonly preResult?: { readonly result: unknown }
  /** When the action has a post script; its result is null when it was not awaited. */
  readonly asResult?: { readonly result: unknown }
  /** Lines of the scripts' loggers. */
  readonly logs: readonly string[]
}

export interface WriteTerms extends RequestTerms {
  /** What the values of a returned item are named by, where `useDisplayId` has no say in it. */
  readonly resultKeys?: "display" | "internal"
  /** When it happens, the present when absent. */
  readonly at?: Instant | undefined
}

/** The use case's own checks, up to the revision. Runs again after a pre script, on the state there is then. */
export type Plan = (view: View, actor: Actor) => MainWrite

interface Done extends WriteOutcome {
  readonly posts: readonly (PostRun & { readonly isMain: boolean })[]
  readonly unlinked: readonly Written[]
}

interface Waiting {
  readonly code: string
  readonly data: ScriptData
  readonly transactionId: string
}

/**
 * Runs a request that writes an item (architecture.md, "Running an operation"): plan, pre script outside the transaction, plan again, one
 * transaction, then post script, webhooks and auto links.
 */
export async function writeItem(
  caller: Caller,
  operation: string,
  options: WriteOptions,
  plan: Plan,
  terms: WriteTerms = {},
): Promise<WriteOutcome> {
  const first = await caller.engine.commit(
    operation,
    caller,
    (tx): Done | Waiting => {
      const actor = actorOfCaller(tx, caller)
      const main = plan(tx, actor)
      const waiting = findPreScript(tx, actor, main, options)
      return waiting ?? noted(tx, caller, carryOut(tx, actor, main, options, terms))
    },
    terms.at,
  )
  let done: Done
  let pre: PreResult | undefined
  if ("code" in first) {
    const { code, data, transactionId } = first
    pre = await runPreScript(caller, code, data)
    const again = (tx: Tx): Done => {
      const actor = actorOfCaller(tx, caller)
      return noted(tx, caller, carryOut(tx, actor, plan(tx, actor), options, { transactionId, ...terms }))
    }
    done = await caller.engine.commit(operation, caller, again, terms.at)
  } else {
    done = first
  }
  relinkLater(caller, done.unlinked)
  if (done.posts.length === 0 && pre === undefined) return done
  let as: PostResult | undefined
  for (const post of done.posts) {
    const result = await runPostProcess(caller, post)
    if (post.isMain) as = result
  }
  return {
    ...done,
    ...(pre === undefined ? {} : { preResult: { result: pre.result } }),
    ...(as === undefined ? {} : { asResult: { result: as.result } }),
    logs: [...(pre?.logs ?? []), ...(as?.logs ?? [])],
  }
}

/** What is to happen afterwards is noted with what was written. */
function noted(tx: Tx, caller: Caller, done: Done): Done {
  if (done.posts.length === 0) return done
  return { ...done, posts: done.posts.map((post) => ({ ...post, owed: owePosts(tx, caller, post) })) }
}

/**
 * Writes an item within a transaction that is under way, by an action that has neither scripts nor webhooks. Answers the items
 * whose auto links are to be renewed with `relinkLater`. What it throws leaves a transaction that must be dropped.
 */
export function writeWithin(
  tx: Tx,
  caller: Caller,
  options: WriteOptions,
  plan: Plan,
  terms: RequestTerms,
): readonly Written[] {
  const actor = actorOfCaller(tx, caller)
  return carryOut(tx, actor, plan(tx, actor), options, terms).unlinked
}

/** Renews auto links that need not be there when the answer is. */
export function relinkLater(caller: Caller, written: readonly Pick<Written, "after">[]): void {
  if (written.length > 0) caller.engine.background.add(relink(caller, written))
}

/** Refuses what no write may begin with (errors.md section 4): unknown field keys, bad nesting, keys that can't be granted. */
export function checkOptions(
  view: View,
  actor: Actor,
  datastore: Datastore,
  resolved: ResolvedValues,
  options: WriteOptions,
): void {
  if (resolved.unknown.length > 0) throw refuseValues(resolved.unknown.map(unknownField))
  const { relatedDsItems } = options
  if (relatedDsItems !== undefined) checkNesting(view, actor, datastore, relatedDsItems)
  const own = keyUpdatesFor(options)
  if (own === undefined && relatedDsItems === undefined) return
  checkKeyUpdates(view, actor, [...(own === undefined ? [] : [own]), ...keyUpdatesOf(relatedDsItems)])
}

/** The request's own key settings; groups may be named in two places. */
function keyUpdatesFor({ accessKeyUpdates, groupsToPublish }: WriteOptions): AccessKeyUpdates | undefined {
  if (groupsToPublish === undefined) return accessKeyUpdates
  return { ...accessKeyUpdates, groupsToPublish: [...(accessKeyUpdates?.groupsToPublish ?? []), ...groupsToPublish] }
}

/** Exclusivity of model.md section 7: a revision that is not given counts as 0. */
export function checkRevision(item: Item, { revNo = 0, isForceUpdate }: WriteOptions): void {
  if (isForceUpdate === true || revNo === item.revNo) return
  const finding = revConflict(item, item.revNo, revNo)
  throw new DomainError("ITEM_REV_CONFLICT", "conflict", finding.error ?? "", {
    findings: [finding],
    details: { historyId: "", itemId: item.iId },
  })
}

function findPreScript(view: View, actor: Actor, main: MainWrite, options: WriteOptions): Waiting | undefined {
  const { datastore, action, target, resolved } = main
  if (action.preScript?.enabled !== true) return undefined
  const iId = target?.iId ?? main.iId ?? ""
  // A run that may yet be refused must not draw from the world's random stream.
  const seed = [...view.scalars.random, view.scalars.nextOrdinal, action.aId, iId, actor.uId, view.now].join()
  const transactionId = textDigest(seed).slice(0, 24)
  const data = scriptData(view, {
    actor,
    datastore,
    action,
    item: target,
    iId,
    historyId: "",
    transactionId,
    comment: options.comment ?? "",
    asParams: options.asParams,
    given: resolved.given,
  })
  return { code: action.preScript.code, data, transactionId }
}

function carryOut(tx: Tx, actor: Actor, main: MainWrite, options: WriteOptions, terms: WriteTerms): Done {
  const { datastore, action, target, resolved } = main
  const { isTrusted, transactionId } = terms
  const request = new ItemRequest(tx, actor, { isTrusted, transactionId, isForceUpdate: options.isForceUpdate })
  const grant = resolveGrant(tx, actor, datastore, keyUpdatesFor(options))
  const run: Run = { datastore, action, given: resolved.given, grant, comment: options.comment ?? "", isMain: true }
  const written = writeMain(request, run, target, main.iId)
  for (const item of main.goingAlong ?? []) removeItem(tx, item, actor.uId)
  const { after } = written
  if (after === null) failRelatedItems(request, datastore, options.relatedDsItems)
  else if (options.relatedDsItems !== undefined) {
    runRelatedItems(request, after, options.relatedDsItems, {
      application: tx.expect("applications", datastore.pId),
      inherited: grant.applyRelatedDs ? grant : undefined,
    })
  }
  dropUnnamed(tx, request.releasedFiles)
  const { findings } = request
  if (options.ensureTransaction === true && findings.some(({ errorLevel }) => errorLevel === "ERROR")) {
    throw new DomainError("TRANSACTION_ABORTED", "values", "transaction aborted", {
      findings: [...findings, rolledBack(written.history.iId)],
    })
  }
  const processed = options.execChildrenPostProcs === true ? request.written : [written]
  const toLink = processed.filter(({ datastore, after }) => after !== null && hasAutoLinks(tx, datastore))
  if (options.realtimeAutoLink === true) relinkAll(tx, toLink)
  for (const one of processed) notifyRoles(tx, actor.user, one)
  const done: Done = {
    actor,
    main: written,
    findings,
    logs: [],
    posts: processed
      .filter(({ action }) => hasPostProcess(action))
      .map((one) => postRunOf(tx, actor, request, one, options)),
    unlinked: options.realtimeAutoLink === true ? [] : toLink,
  }
  if (options.returnItemResult !== true || after === null) return done
  const keys = terms.resultKeys ?? resultKeys(options)
  return Object.assign(done, { item: itemResultOf(tx, actor, currentOf(tx, after), keys) })
}

function writeMain(request: ItemRequest, run: Run, target: Item | null, iId: IId | undefined): Written {
  if (target === null) return putNewItem(request, run, { iId })
  switch (run.action.crudType) {
    case "1":
    case "4":
      return putNewItem(request, run, { copyOf: target })
    case "2":
      return changeItem(request, run, target)
    case "3":
      return deleteByAction(request, run, target)
  }
}

/** An item as later entries of the request have left it. */
const currentOf = (view: View, item: Item): Item => view.get(itemsTable(item.dId), item.iId) ?? item

const resultKeys = ({ returnDisplayId, useDisplayId }: WriteOptions): "display" | "internal" =>
  returnDisplayId === true || useDisplayId === true ? "display" : "internal"

function postRunOf(
  view: View,
  actor: Actor,
  request: ItemRequest,
  written: Written,
  options: WriteOptions,
): PostRun & { readonly isMain: boolean } {
  const { datastore, action, after, before, history, isMain } = written
  const item = after === null ? before : currentOf(view, after)
  const data = scriptData(view, {
    actor,
    datastore,
    action,
    item,
    iId: history.iId,
    historyId: history.historyId,
    transactionId: request.transactionId,
    comment: history.comment,
    asParams: options.asParams,
  })
  return { action, data, isMain }
}

function relinkAll(tx: Tx, written: readonly Pick<Written, "after">[]): void {
  for (const { after } of written) {
    const item = after === null ? undefined : tx.get(itemsTable(after.dId), after.iId)
    if (item !== undefined) relinkItem(tx, item)
  }
}

async function relink(caller: Caller, written: readonly Pick<Written, "after">[]): Promise<void> {
  await Promise.resolve()
  await caller.engine.commit("AutoLink", caller, (tx) => relinkAll(tx, written))
}

import { type Actor, resolveGrant } from "../../access/index.ts"
import { actorOfCaller, type Caller, ScriptChain } from "../../engine/index.ts"
import { dropUnnamed } from "../../fields/index.ts"
import { DomainError, type Finding, type IId, type Instant } from "../../model/index.ts"
import type { Action, Datastore, Item } from "../../model/records/index.ts"
import { itemsTable, type Tx, type View } from "../../state/index.ts"
import { hasAutoLinks, relinkAll, relinkLater } from "../links/auto-link.ts"
import { isChangedByOthers, type PreScriptRun, preparePreScript, runPreScript } from "../scripts/pre-script.ts"
import { requireApp, type ScriptReturn } from "../scripts/run-script.ts"
import { scriptData } from "../scripts/script-data.ts"
import { causeOfConflict, revConflict, rolledBack } from "./findings.ts"
import { enqueuePosts, hasPostProcess, notifyRoles, type PostRun, runPostProcess } from "./follow-ups.ts"
import { type ItemResult, itemResultOf } from "./item-result.ts"
import {
  changeItem,
  deleteByAction,
  ItemRequest,
  putNewItem,
  type RequestTerms,
  type Run,
  type WrittenItem,
} from "./put-item.ts"
import { failRelatedItems, runRelatedItems } from "./related-items.ts"
import { removeItem } from "./remove-item.ts"
import { type ResolvedValues, reportSystem } from "./values.ts"
import { keyUpdatesFor, type WriteOptions } from "./write-input.ts"

/** The main write of a request, after all checks that need no script and no values. */
export interface MainWrite {
  readonly datastore: Datastore
  readonly action: Action
  /** Item to write or copy. Null if the write creates an item without copying another. */
  readonly target: Item | null
  readonly resolved: ResolvedValues
  /** If true, the request's revision must equal the revision of `target`. */
  readonly comparesRevision?: boolean
  readonly iId?: IId | undefined
  /** Items to delete together with the main item, without running an action. */
  readonly cascadedItems?: readonly Item[]
}

export interface WriteOutcome {
  readonly actor: Actor
  readonly main: WrittenItem
  /** Errors of failed writes to related items and of refused access keys. Empty if everything succeeded. */
  readonly findings: readonly Finding[]
  /** Written item. Undefined if the request did not ask for it. Null if the post script deleted it. */
  readonly item?: ItemResult | null
  /** Result of the pre script. Undefined if the action has none. */
  readonly preResult?: { readonly result: unknown }
  /** Result of the post script. Undefined if the action has none. `result` is null if the request did not wait for the script. */
  readonly asResult?: { readonly result: unknown }
  readonly logs: readonly string[]
}

export interface WriteTerms extends RequestTerms {
  /** Kind of field IDs in the returned item. Overrides `useDisplayId` and `returnDisplayId`. */
  readonly resultKeys?: "display" | "internal"
  /** World time of the change. Default: now. */
  readonly at?: Instant | undefined
}

/** Checks a write and finds the item to write. Called again after a pre script, because the state may have changed. */
export type Plan = (view: View, actor: Actor) => MainWrite

interface WriteResult extends WriteOutcome {
  readonly posts: readonly PostRun[]
  readonly unlinked: readonly WrittenItem[]
}

/** Writes an item. The steps and their order are in architecture.md, "Running an operation". */
export async function writeItem(
  caller: Caller,
  operation: string,
  options: WriteOptions,
  plan: Plan,
  terms: WriteTerms = {},
): Promise<WriteOutcome> {
  const { engine, ignoredKeys } = caller
  const begin = (tx: Tx): WriteResult | PreScriptRun => {
    const actor = actorOfCaller(tx, caller)
    const main = plan(tx, actor)
    if (main.target !== null) reportSystem(ignoredKeys, main.resolved, { view: tx, actor, item: main.target })
    checkRevision(main, options)
    const { preScript, postScript } = main.action
    requireApp(engine, preScript, postScript)
    if (preScript?.enabled === true) return preparePreScript(tx, actor, main, preScript.code, options)
    return withJobs(tx, caller, carryOut(tx, actor, main, options, { ignoredKeys, ...terms }))
  }
  const first = await engine.commit(operation, caller, begin, terms.at)
  if (!("code" in first)) return followUp(caller, first, options, terms)
  const scripted: Caller = { ...caller, scripts: caller.scripts ?? new ScriptChain() }
  const pre = await runPreScript(scripted, first.code, first.data)
  const write = (tx: Tx): WriteResult => {
    const actor = actorOfCaller(tx, caller)
    const main = plan(tx, actor)
    if (isChangedByOthers(tx, actor, main.target, first)) checkRevision(main, options)
    const { transactionId } = first
    return withJobs(tx, caller, carryOut(tx, actor, main, options, { transactionId, ignoredKeys, ...terms }))
  }
  const done = await engine.commit(operation, caller, write, terms.at)
  const outcome = await followUp(scripted, done, options, terms)
  return { ...outcome, preResult: { result: pre.result }, logs: [...pre.logs, ...outcome.logs] }
}

/** Schedules the update of automatic links, then runs post scripts and webhooks. */
async function followUp(
  caller: Caller,
  done: WriteResult,
  options: WriteOptions,
  terms: WriteTerms,
): Promise<WriteOutcome> {
  relinkLater(caller, done.unlinked)
  if (done.posts.length === 0) return done
  const { generation } = caller.engine
  const scripts = caller.scripts ?? new ScriptChain()
  let main: ScriptReturn | undefined
  for (const post of done.posts) {
    const result = await runPostProcess({ ...caller, scripts }, post)
    if (post.isMain) main = result
  }
  const outcome = afterPosts(caller, generation, done, options, terms)
  return main === undefined ? outcome : { ...outcome, asResult: { result: main.result }, logs: main.logs }
}

/** Records post scripts and webhooks as jobs, in the same transaction as the write. */
function withJobs(tx: Tx, caller: Caller, done: WriteResult): WriteResult {
  if (done.posts.length === 0) return done
  // Related entries may run actions with scripts, too.
  for (const { action } of done.posts) requireApp(caller.engine, action.postScript)
  return { ...done, posts: done.posts.map((post) => ({ ...post, jobs: enqueuePosts(tx, caller, post) })) }
}

/**
 * Writes an item within the caller's transaction. The action must have no scripts or webhooks. The caller must pass the returned items to
 * `relinkLater`. If this function throws, the caller must roll back the transaction.
 */
export function writeWithin(
  tx: Tx,
  caller: Caller,
  options: WriteOptions,
  plan: Plan,
  terms: RequestTerms,
): readonly WrittenItem[] {
  const actor = actorOfCaller(tx, caller)
  const main = plan(tx, actor)
  checkRevision(main, options)
  return carryOut(tx, actor, main, options, terms).unlinked
}

/** Throws if the request's revision differs from the item's (model.md section 7). A request without a revision has revision 0. */
function checkRevision({ target, comparesRevision }: MainWrite, { revNo = 0, isForceUpdate }: WriteOptions): void {
  if (target === null || comparesRevision !== true || isForceUpdate === true || revNo === target.revNo) return
  const finding = revConflict(target, target.revNo, revNo)
  throw new DomainError("ITEM_REV_CONFLICT", "conflict", finding.error ?? "", {
    findings: [finding],
    causes: [causeOfConflict(target, target.revNo, revNo)],
    details: { historyId: "", itemId: target.iId },
  })
}

/** Updates the result of a write to the item's state after a post script, if the write waited for one (model.md section 9). */
function afterPosts(
  { engine }: Caller,
  generation: number,
  done: WriteResult,
  options: WriteOptions,
  terms: WriteTerms,
): WriteOutcome {
  const { actor, main, posts } = done
  const isAwaited = posts.some(({ action }) => action.postScript?.enabled === true && action.postScript.sync)
  if (!isAwaited || main.after === null || generation !== engine.generation) return done
  const view = engine.view()
  const after = view.get(itemsTable(main.after.dId), main.after.iId) ?? null
  const keys = terms.resultKeys ?? resultKeys(options)
  return {
    ...done,
    main: { ...main, after },
    ...(done.item === undefined ? {} : { item: after && itemResultOf(view, actor, after, keys) }),
  }
}

function carryOut(tx: Tx, actor: Actor, main: MainWrite, options: WriteOptions, terms: WriteTerms): WriteResult {
  const { datastore, action, target, resolved } = main
  const { isTrusted, transactionId, ignoredKeys } = terms
  const { isForceUpdate } = options
  const request = new ItemRequest(tx, actor, { isTrusted, transactionId, isForceUpdate, ignoredKeys })
  if (options.isNotifyToSender === true) tx.notifiesSender = true
  const updates = keyUpdatesFor(options)
  const grant = resolveGrant(tx, actor, datastore, updates)
  const run: Run = { datastore, action, given: resolved.given, grant, comment: options.comment ?? "", isMain: true }
  const written = writeMain(request, run, target, main.iId)
  for (const item of main.cascadedItems ?? []) removeItem(tx, item, actor.uId)
  const { after } = written
  if (target === null && after !== null) reportSystem(ignoredKeys, resolved, { view: tx, actor, item: after })
  if (after === null) failRelatedItems(request, datastore, options.relatedDsItems)
  else if (options.relatedDsItems !== undefined) {
    runRelatedItems(request, after, options.relatedDsItems, {
      application: tx.expect("applications", datastore.pId),
      inherited: updates !== undefined && grant.applyRelatedDs ? { updates, grant } : undefined,
    })
  }
  if (request.releasedFiles.length > 0) dropUnnamed(tx, request.releasedFiles)
  const { findings } = request
  if (options.ensureTransaction === true && findings.some(({ errorLevel }) => errorLevel === "ERROR")) {
    throw new DomainError("TRANSACTION_ABORTED", "values", "transaction aborted", {
      findings: [...findings, rolledBack(written.history.iId)],
      causes: request.causes,
    })
  }
  const processed = options.execChildrenPostProcs === true ? request.written : [written]
  const toLink = processed.filter(({ datastore, after }) => after !== null && hasAutoLinks(tx, datastore))
  if (options.realtimeAutoLink === true) relinkAll(tx, toLink)
  for (const one of processed) notifyRoles(tx, actor.user, one)
  const done: WriteResult = {
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

function writeMain(request: ItemRequest, run: Run, target: Item | null, iId: IId | undefined): WrittenItem {
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

const currentOf = (view: View, item: Item): Item => view.get(itemsTable(item.dId), item.iId) ?? item

const resultKeys = ({ returnDisplayId, useDisplayId }: WriteOptions): "display" | "internal" =>
  returnDisplayId === true || useDisplayId === true ? "display" : "internal"

function postRunOf(
  view: View,
  actor: Actor,
  request: ItemRequest,
  written: WrittenItem,
  options: WriteOptions,
): PostRun {
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

import fc from "fast-check"
import { defined, inspect } from "../../../src/model/index.ts"
import { isWorld, type World } from "../../../src/world/index.ts"
import type { App } from "../../app.ts"
import { MAIN } from "../../worlds/index.ts"
import { acceptedItem, type ItemOptions, refusedItem } from "./arbitraries/accepted-item.ts"
import { type ConditionBody, searchConditions } from "./arbitraries/conditions.ts"
import { itemsOfSchema, resolveReferences } from "./arbitraries/references.ts"
import type { InvalidItem } from "./arbitraries/values.ts"
import { accessKeyUpdates, badlyNestedItems, relatedItems } from "./arbitraries/writes.ts"
import { type CheckReport, runCheck } from "./check.ts"
import { type CheckOptions, isPath, requireCheckOptions } from "./check-options.ts"
import type { AnyKind, KitCommand } from "./commands/command.ts"
import { everyKind } from "./commands/index.ts"
import { hasWrites, unpredictedCommands } from "./commands/items/unpredicted.ts"
import { writableDatastores } from "./commands/items/write-draft.ts"
import { KitError } from "./failures.ts"
import { httpTargets } from "./http-target.ts"
import type { KeyUpdates } from "./model/keys.ts"
import { makeModel } from "./model/make.ts"
import type { Model } from "./model/model.ts"
import type { Related } from "./model/write-body.ts"
import { requireFastCheck, requireKnown } from "./options.ts"
import { readSchema } from "./read-schema.ts"
import type { AvoidableMember, KitDatastore, KitSchema, KitUser } from "./schema.ts"
import type { Target, TargetSource } from "./targets.ts"
import { NO_NAME, nameOfWorld, type WorldName } from "./world-name.ts"
import { worldTargets } from "./world-target.ts"

/** The world under test: a world object, an app, or a server's URL. */
export type KitSource =
  | World
  | App
  | {
      /** The server's URL, without a trailing slash. */
      readonly url: string
      /** The server's `--control-token`, if it requires one. */
      readonly token?: string
    }

const CREATIONS = 4

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

/** Generates data from a world's schema and compares the world with the reference model. */
export class Kit {
  /** Schema of the tested workspace, read when the kit was created. */
  readonly schema: KitSchema
  readonly #source: TargetSource
  readonly #name: WorldName

  constructor(schema: KitSchema, source: TargetSource, name: WorldName) {
    this.schema = schema
    this.#source = source
    this.#name = name
  }

  /** Finds a datastore by `APP/DS` or a unique display ID. Throws a `KitError` if no datastore or several match. */
  datastore(reference: string): KitDatastore {
    const found = this.schema.datastores.filter((one) => one.path === reference || one.displayId === reference)
    if (found.length === 1) return found[0] as KitDatastore
    const all = this.schema.datastores.map((one) => one.path).join(", ") || "none"
    const problem = found.length === 0 ? "the workspace has no datastore" : "several datastores have the display ID"
    throw new KitError(`${problem} ${reference}; the datastores of the workspace are ${all}`)
  }

  /**
   * Generates field values, keyed by display ID, that the datastore's default create action accepts. They include all
   * mandatory fields, unused unique values and lookups to existing items; file fields use `options.files`. A script of
   * the action may still refuse the values.
   */
  item(datastore: string, options: ItemOptions = {}): fc.Arbitrary<Record<string, unknown>> {
    requireKnown("kit.item", options, ["complete", "as", "files"])
    return acceptedItem(this.schema, this.datastore(datastore), options)
  }

  /** Generates field values of which exactly one is invalid. Throws a `KitError` if no field can be invalid. */
  invalidItem(datastore: string): fc.Arbitrary<InvalidItem> {
    const items = refusedItem(this.schema, this.datastore(datastore))
    if (items === null) throw new KitError(`no field of ${this.datastore(datastore).path} can have an invalid value`)
    return items
  }

  /** Generates related_ds_items that obey the nesting rule, for writes to items of the datastore. */
  relatedItems(datastore: string): fc.Arbitrary<Related> {
    const related = requireRelated(relatedItems(this.schema, this.datastore(datastore)), datastore)
    return related.map((entries) => resolveReferences(entries, itemsOfSchema(this.schema)))
  }

  /** Generates related_ds_items that break the nesting rule. The API refuses them with status 400. */
  badlyNestedItems(datastore: string): fc.Arbitrary<Related> {
    return requireRelated(badlyNestedItems(this.schema, this.datastore(datastore)), datastore)
  }

  /** Generates access_key_updates for the application's items. They may include keys that the caller does not hold. */
  accessKeyUpdates(application: string): fc.Arbitrary<KeyUpdates> {
    if (!this.schema.datastores.some((datastore) => datastore.application === application)) {
      throw new KitError(`the workspace ${this.schema.workspace} has no application ${application} with datastores`)
    }
    return accessKeyUpdates(this.schema, application)
  }

  /** Generates search conditions on the datastore's fields. */
  conditions(datastore: string): fc.Arbitrary<ConditionBody[]> {
    return searchConditions(this.schema, this.datastore(datastore))
  }

  /** Generates users of the workspace. */
  user(): fc.Arbitrary<KitUser> {
    return fc.constantFrom(...this.schema.users)
  }

  /** Generates i_ids of the datastore's initial items. Throws a `KitError` if the datastore has no items. */
  existingItem(datastore: string): fc.Arbitrary<string> {
    const { items, path } = this.datastore(datastore)
    if (items.length === 0) throw new KitError(`the datastore ${path} has no items`)
    return fc.constantFrom(...items.map((item) => item.iId))
  }

  /** Opens a target: an independent fork of the world in its initial state. */
  open(): Promise<Target> {
    return this.#source.open()
  }

  /**
   * Returns arbitraries for `fc.commands`. For each command that is impossible in this world, also returns the reason.
   * `withRule` adds commands that the model does not predict, on all datastores. Half of the sequences consist of them.
   */
  commands(
    chosen: readonly AnyKind[] = everyKind,
    avoid: readonly AvoidableMember[] = [],
    withRule = false,
  ): {
    /** Arbitraries to pass to `fc.commands`. */
    readonly arbitraries: readonly fc.Arbitrary<KitCommand>[]
    /** The command kinds that the arbitraries generate. */
    readonly kinds: readonly AnyKind[]
    /** Commands that are impossible in this world: the reason for each, keyed by command name. */
    readonly leftOut: Readonly<Record<string, string>>
  } {
    const predicted: fc.Arbitrary<KitCommand>[] = []
    const others: fc.Arbitrary<KitCommand>[] = []
    const kinds: AnyKind[] = []
    const leftOut: Record<string, string> = {}
    const schema = { ...this.schema, avoid }
    const writable = writableDatastores(schema)
    // Commands of the model that need an item can't run if only unmodelled commands create items.
    const lacksItems = withRule && schema.datastores.every(({ items }) => items.length === 0)
    for (const kind of chosen) {
      const { name } = kind
      const modelled =
        lacksItems && typeof writable === "string" && kind.needs !== null ? writable : kind.commands(schema)
      const supplement = withRule ? unpredictedCommands[name] : undefined
      const unmodelled = supplement?.kind.commands(schema) ?? "no rule was given"
      if (typeof modelled === "string" && typeof unmodelled === "string") {
        leftOut[name] = modelled
        continue
      }
      // Adds CreateItem several times, so that it is drawn often: most other commands need existing items.
      if (typeof modelled !== "string") predicted.push(...times(name === "CreateItem" ? CREATIONS : 1, modelled))
      if (typeof unmodelled !== "string") others.push(...times(supplement?.weight ?? 1, unmodelled))
      kinds.push(kind)
    }
    const arbitraries = balanceLists(predicted, others)
    if (arbitraries.length === 0) {
      const reasons = Object.entries(leftOut).map(([name, reason]) => `${name}: ${reason}`)
      throw new KitError(`the kit can run none of the commands: ${reasons.join("; ")}`)
    }
    return { arbitraries, kinds, leftOut }
  }

  /** Creates the reference model with the schema's initial items and the target's current time and schedule. */
  async model(target: Target): Promise<Model> {
    return makeModel(this.schema, await target.now(), await target.schedule())
  }

  /**
   * Runs random command sequences by several users and compares each response with the model. Throws a `KitFailure`
   * with the shrunk failing sequence, or a `KitError` if a required command never ran.
   */
  async check(options: CheckOptions = {}): Promise<CheckReport> {
    requireCheckOptions(options)
    const withRule = options.rule !== undefined
    if (options.commands === undefined && !(withRule && hasWrites(this.schema))) await this.#requireWritable()
    const { arbitraries, kinds, leftOut } = this.commands(options.commands, options.avoid, withRule)
    const commands = (options.mustRun ?? []).filter((name) => !isPath(name))
    const missing = commands.filter((name) => !kinds.some((one) => one.name === name))
    if (missing.length > 0) {
      const reasons = missing.map((name) => `${name}: ${leftOut[name] ?? "the command is missing from commands"}`)
      throw new KitError(`mustRun names commands that can't run: ${reasons.join("; ")}`)
    }
    return runCheck(
      {
        arbitraries,
        kinds,
        leftOut,
        open: () => this.#source.open(),
        openServed: () => this.#source.openServed(),
        model: (target) => this.model(target),
        name: this.#name,
        schema: this.schema,
        datastore: (reference) => this.datastore(reference),
      },
      options,
    )
  }

  /** Rejects if the kit can't write to any datastore. A check without writes would test almost nothing. */
  async #requireWritable(): Promise<void> {
    const datastores = writableDatastores(this.schema)
    const obstacle = typeof datastores === "string" ? datastores : await this.#emptinessOf(datastores)
    if (obstacle === null) return
    throw new KitError(
      `the workspace ${this.schema.workspace} has no datastore that the kit can write to: ${obstacle}. Add a datastore with a create action, choose another workspace with createKit(world, { workspace }), or choose commands such as [kinds.AdvanceClock]`,
    )
  }

  async #emptinessOf(datastores: readonly KitDatastore[]): Promise<string | null> {
    if (datastores.some(({ actions }) => actions.some(({ crudType }) => crudType === "1"))) return null
    const target = await this.open()
    try {
      const { items } = await this.model(target)
      return items.size > 0 ? null : "no datastore has items or a create action"
    } finally {
      await target.close()
    }
  }
}

/** Repeats the shorter list, so that both lists are drawn about equally often. */
function balanceLists<T>(some: readonly T[], others: readonly T[]): T[] {
  if (some.length === 0 || others.length === 0) return [...some, ...others]
  const repeated = (list: readonly T[], length: number) =>
    times(Math.max(Math.round(length / list.length), 1), list).flat()
  return [...repeated(some, others.length), ...repeated(others, some.length)]
}

function requireRelated(related: fc.Arbitrary<Related> | null, datastore: string): fc.Arbitrary<Related> {
  if (related === null) throw new KitError(`the workspace has no other datastore for items related to ${datastore}`)
  return related
}

/** Options of `createKit`. */
export interface KitOptions {
  /** Name of the workspace to test; default: the first workspace of the world. */
  readonly workspace?: string
}

/**
 * Creates a kit for the source and runs the kit's `check`.
 *
 * @example
 * ```ts
 * import { check } from "hexarium/testing"
 *
 * const report = await check(world, { numRuns: 20, mustRun: [] })
 * ```
 */
export async function checkSource(source: KitSource, options: CheckOptions & KitOptions = {}): Promise<CheckReport> {
  const { workspace, ...others } = options
  requireCheckOptions(others)
  const kit = await createKit(source, defined({ workspace }))
  return kit.check(others)
}

/**
 * Creates a kit. Rejects if fast-check is too old, or if the workspace is missing or has no users.
 *
 * @example
 * ```ts
 * import { createKit } from "hexarium/testing"
 *
 * const kit = await createKit(world)
 * const report = await kit.check({ numRuns: 20, mustRun: [] })
 * ```
 */
export async function createKit(source: KitSource, options: KitOptions = {}): Promise<Kit> {
  requireFastCheck(fc.__version)
  requireKnown("createKit", options, ["workspace"])
  const targets = targetsOf(source)
  const target = await targets.open()
  try {
    const fixture = await target.export()
    return new Kit(readSchema(fixture, options), targets, nameOf(source))
  } finally {
    await target.close()
  }
}

function nameOf(source: KitSource): WorldName {
  if (isWorld(source)) return nameOfWorld(source)
  if ("fetch" in source) {
    const world = source.worlds.find(MAIN)?.world
    return world === undefined ? NO_NAME : nameOfWorld(world)
  }
  return { ...NO_NAME, text: `the world at ${source.url}` }
}

export function targetsOf(source: KitSource): TargetSource {
  const isSource = typeof source === "object" && source !== null
  if (!isSource || !(isWorld(source) || "fetch" in source || typeof source.url === "string")) {
    throw new KitError(`createKit expects a world, an app or { url }, received ${inspect(source)}`)
  }
  if (isWorld(source)) return worldTargets(source)
  if ("fetch" in source) {
    const baseUrl = source.worlds.find(MAIN)?.world.baseUrl ?? "http://hexarium"
    return httpTargets({ kind: "app", baseUrl, send: async (request) => source.fetch(request) })
  }
  requireKnown("createKit with url", source, ["url", "token"])
  return httpTargets({ kind: "url", baseUrl: source.url.replace(/\/$/, ""), send: fetch, token: source.token })
}

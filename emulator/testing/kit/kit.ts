import fc from "fast-check"
import { shown, World } from "../../../src/inside.ts"
import type { App } from "../../app.ts"
import { MAIN } from "../../worlds/worlds.ts"
import { acceptedItem, type ItemOptions, refusedItem } from "./arbitraries/accepted-item.ts"
import { type ConditionBody, searchConditions } from "./arbitraries/conditions.ts"
import { itemsOfSchema, resolveReferences } from "./arbitraries/references.ts"
import type { InvalidItem } from "./arbitraries/values.ts"
import { accessKeyUpdates, badlyNestedItems, relatedItems } from "./arbitraries/writes.ts"
import { type CheckReport, runCheck } from "./check.ts"
import { type CheckOptions, requireCheckOptions } from "./check-options.ts"
import type { AnyKind, KitCommand } from "../../kit/commands/command.ts"
import { everyKind } from "../../kit/commands/index.ts"
import { writableDatastores } from "./commands/items/write-draft.ts"
import { KitError } from "./failures.ts"
import { httpTargets, sendTo } from "./http-target.ts"
import type { KeyUpdates } from "./model/keys.ts"
import { makeModel } from "./model/make.ts"
import type { Model } from "./model/model.ts"
import type { Related } from "./model/write-body.ts"
import { requireFastCheck, requireKnown } from "./options.ts"
import { readSchema } from "./read-schema.ts"
import type { AvoidableMember, KitDatastore, KitSchema, KitUser } from "./schema.ts"
import type { Target, TargetSource } from "../../kit/targets.ts"
import { NO_NAME, nameOfWorld, type WorldName } from "./world-name.ts"
import { worldTargets } from "./world-target.ts"

/** Where a kit's world is: in this process, behind an app, or at a base_url, with the token of its `--control-token` where it asks for one. */
export type KitSource =
  | World
  | App
  | {
      /** Where the server is, without a trailing slash. */
      readonly url: string
      /** The token of its `--control-token`; absent: it asks for none. */
      readonly token?: string
    }

/** How many times as often as any other command an item is created. */
const CREATIONS = 4

/** Generates data from a world's own schema and holds the world against the reference model. */
export class Kit {
  /** What was read of the world when the kit was made. */
  readonly schema: KitSchema
  readonly #source: TargetSource
  readonly #name: WorldName

  constructor(schema: KitSchema, source: TargetSource, name: WorldName) {
    this.schema = schema
    this.#source = source
    this.#name = name
  }

  /** A datastore by `APP/DS`, or by its display ID where that is enough. */
  datastore(reference: string): KitDatastore {
    const found = this.schema.datastores.filter((one) => one.path === reference || one.displayId === reference)
    if (found.length === 1) return found[0] as KitDatastore
    const all = this.schema.datastores.map((one) => one.path).join(", ") || "none"
    throw new KitError(`${found.length === 0 ? "no" : "more than one"} datastore ${reference}; there are: ${all}`)
  }

  /**
   * Values by display ID that the datastore's default create action accepts: what is mandatory is there, what is unique is free, and
   * lookups name items that the world has; file fields are given the files that are named. A script of the action may have reasons of its own to refuse them.
   */
  item(datastore: string, options: ItemOptions = {}): fc.Arbitrary<Record<string, unknown>> {
    requireKnown("kit.item", options, ["complete", "as", "files"])
    return acceptedItem(this.schema, this.datastore(datastore), options)
  }

  /** Values that are wrong in exactly one named way. */
  invalidItem(datastore: string): fc.Arbitrary<InvalidItem> {
    const items = refusedItem(this.schema, this.datastore(datastore))
    if (items === null) throw new KitError(`no field of ${this.datastore(datastore).path} can be given a wrong value`)
    return items
  }

  /** related_ds_items of an item of the datastore, within the nesting rule. */
  relatedItems(datastore: string): fc.Arbitrary<Related> {
    const related = relatedItems(this.schema, this.datastore(datastore))
    if (related === null) throw new KitError(`the workspace has no datastore that could be related to ${datastore}`)
    return related.map((entries) => this.#resolve(entries))
  }

  /** related_ds_items that break the nesting rule: always refused with 400. */
  badlyNestedItems(datastore: string): fc.Arbitrary<Related> {
    const related = badlyNestedItems(this.schema, this.datastore(datastore))
    if (related === null) throw new KitError(`the workspace has no datastore that could be related to ${datastore}`)
    return related
  }

  /** access_key_updates for items of an application; partly keys that a caller does not hold. */
  accessKeyUpdates(application: string): fc.Arbitrary<KeyUpdates> {
    if (!this.schema.datastores.some((datastore) => datastore.application === application)) {
      throw new KitError(`no application ${application} with datastores in ${this.schema.workspace}`)
    }
    return accessKeyUpdates(this.schema, application)
  }

  /** Search conditions over the datastore's fields. */
  conditions(datastore: string): fc.Arbitrary<ConditionBody[]> {
    return searchConditions(this.schema, this.datastore(datastore))
  }

  /** Users of the workspace, with their groups and roles. */
  user(): fc.Arbitrary<KitUser> {
    return fc.constantFrom(...this.schema.users)
  }

  /** i_ids of the datastore's items. */
  existingItem(datastore: string): fc.Arbitrary<string> {
    const { items, path } = this.datastore(datastore)
    if (items.length === 0) throw new KitError(`${path} has no items to choose from`)
    return fc.constantFrom(...items.map((item) => item.iId))
  }

  /** A fresh target at the world's beginning. */
  open(): Promise<Target> {
    return this.#source.open()
  }

  #resolve<T>(value: T): T {
    return resolveReferences(value, itemsOfSchema(this.schema))
  }

  /** Commands for `fc.commands`, with the reasons for those that this world gives nothing to. */
  commands(
    chosen: readonly AnyKind[] = everyKind,
    avoid: readonly AvoidableMember[] = [],
  ): {
    /** What draws them, for `fc.commands`. */
    readonly arbitraries: readonly fc.Arbitrary<KitCommand>[]
    /** Those that they can be of. */
    readonly kinds: readonly AnyKind[]
    /** By name of a command that this world gives nothing to, why. */
    readonly leftOut: Readonly<Record<string, string>>
  } {
    const arbitraries: fc.Arbitrary<KitCommand>[] = []
    const kinds: AnyKind[] = []
    const leftOut: Record<string, string> = {}
    for (const kind of chosen) {
      const { name } = kind
      const drawn = kind.commands({ ...this.schema, avoid })
      if (typeof drawn === "string") leftOut[name] = drawn
      else {
        // creations more often than the rest, so that there is something to work on
        arbitraries.push(...Array.from({ length: name === "CreateItem" ? CREATIONS : 1 }, () => drawn))
        kinds.push(kind)
      }
    }
    if (arbitraries.length === 0) {
      throw new KitError(
        `nothing can be generated: ${Object.entries(leftOut)
          .map(([name, why]) => `${name}: ${why}`)
          .join("; ")}`,
      )
    }
    return { arbitraries, kinds, leftOut }
  }

  /** The model of the target as it is. */
  async model(target: Target): Promise<Model> {
    return makeModel(this.schema, await target.now(), await target.schedule())
  }

  /**
   * Runs random sequences of commands by mixed users and holds every answer against the model. Throws a KitFailure with the
   * shrunk case, or a KitError when the property was vacuous.
   */
  async check(options: CheckOptions = {}): Promise<CheckReport> {
    requireCheckOptions(options)
    if (options.commands === undefined) await this.#requireWritable()
    const { arbitraries, kinds, leftOut } = this.commands(options.commands, options.avoid)
    const missing = (options.mustRun ?? []).filter((name) => !kinds.some((one) => one.name === name))
    if (missing.length > 0) {
      throw new KitError(
        `these commands can't run: ${missing.map((name) => `${name}: ${leftOut[name] ?? "not among the chosen ones"}`).join("; ")}`,
      )
    }
    return runCheck(
      {
        arbitraries,
        kinds,
        leftOut,
        open: () => this.#source.open(),
        model: (target) => this.model(target),
        name: this.#name,
      },
      options,
    )
  }

  /** Without a datastore to write to, next to nothing would be tested. */
  async #requireWritable(): Promise<void> {
    const datastores = writableDatastores(this.schema)
    const obstacle = typeof datastores === "string" ? datastores : await this.#neverAnItem(datastores)
    if (obstacle === null) return
    throw new KitError(
      `${this.schema.workspace} has no datastore that the kit can write to: ${obstacle}. Add one to the fixture, name another workspace (createKit(world, { workspace })), or choose commands that need none (commands: [kinds.AddUser])`,
    )
  }

  /** Why there are no items and never will be; null where some are or may be created. */
  async #neverAnItem(datastores: readonly KitDatastore[]): Promise<string | null> {
    if (datastores.some(({ actions }) => actions.some(({ crudType }) => crudType === "1"))) return null
    const target = await this.open()
    try {
      const { items } = await this.model(target)
      return items.size > 0 ? null : "no datastore has a create action, or items"
    } finally {
      await target.close()
    }
  }
}

/** What a kit is made for. */
export interface KitOptions {
  /** Name of the workspace that the kit works in; default: the first. */
  readonly workspace?: string
}

/** `createKit` and `kit.check` in one: does the world do what the reference says? */
export async function checkSource(source: KitSource, options: CheckOptions & KitOptions = {}): Promise<CheckReport> {
  const { workspace, ...others } = options
  requireCheckOptions(others)
  const kit = await createKit(source, workspace === undefined ? {} : { workspace })
  return kit.check(others)
}

/** Makes a kit for a world, an app or a server. Rejects with a reason when there is nothing to generate from. */
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
  if (source instanceof World) return nameOfWorld(source)
  if ("fetch" in source) {
    const world = source.worlds.find(MAIN)?.world
    return world === undefined ? NO_NAME : nameOfWorld(world)
  }
  return { ...NO_NAME, text: `the world at ${source.url}` }
}

/** Targets for a source; an in-process world is forked for each. */
export function targetsOf(source: KitSource): TargetSource {
  const isSource = typeof source === "object" && source !== null
  if (!isSource || !(source instanceof World || "fetch" in source || typeof source.url === "string")) {
    throw new KitError(`a kit is made of a world, an app or { url }, not of ${shown(source)}`)
  }
  if (!(source instanceof World || "fetch" in source)) requireKnown("a kit of a server", source, ["url", "token"])
  if (source instanceof World) return worldTargets(source)
  if ("fetch" in source) return httpTargets("app", baseUrlOf(source), async (request) => source.fetch(request))
  return httpTargets("url", source.url.replace(/\/$/, ""), sendTo(source.token))
}

const baseUrlOf = (app: App): string => app.worlds.find(MAIN)?.world.baseUrl ?? "http://hexarium"

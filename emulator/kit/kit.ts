import fc from "fast-check"
import { checkInvariants, invariants, World } from "../../src/inside.ts"
import type { App } from "../app.ts"
import { MAIN } from "../worlds/worlds.ts"
import { type ConditionBody, searchConditions } from "./arbitraries/conditions.ts"
import { itemsOfSchema, resolveReferences } from "./arbitraries/references.ts"
import { type InvalidItem, invalidItem, validItem, writableFields } from "./arbitraries/values.ts"
import { accessKeyUpdates, badlyNestedItems, relatedItems } from "./arbitraries/writes.ts"
import type { AnyKind, KitCommand } from "./commands/command.ts"
import { everyKind } from "./commands/index.ts"
import { KitError, KitFailure } from "./failures.ts"
import { httpTargets, sendTo } from "./http-target.ts"
import type { KeyUpdates } from "./model/keys.ts"
import { makeModel } from "./model/make.ts"
import type { Model } from "./model/model.ts"
import type { Related } from "./model/write-body.ts"
import { printCurl, printTypeScript } from "./print.ts"
import { readSchema } from "./read-schema.ts"
import type { AvoidableMember, KitDatastore, KitSchema, KitUser } from "./schema.ts"
import { Session } from "./session.ts"
import type { Target, TargetSource } from "./targets.ts"
import { worldTarget } from "./world-target.ts"

/** Where a kit's world is: in this process, behind an app, or at a base_url, with the token of its `--control-token` where it asks for one. */
export type KitSource = World | App | { readonly url: string; readonly token?: string }

export interface CheckOptions {
  /** Which commands; all when not given. */
  readonly commands?: readonly AnyKind[]
  /** How many sequences; default 100. */
  readonly numRuns?: number
  /** How long a sequence is at most; default 50. */
  readonly maxCommands?: number
  /** Seed, path and replayPath of an earlier failure run it again. */
  readonly seed?: number
  readonly path?: string
  readonly replayPath?: string
  /** Members of item writes that are not generated, for example because your rule is about keys that no request grants. */
  readonly avoid?: readonly AvoidableMember[]
  /** Commands that must have run at least once, else the property is vacuous; default: every chosen one that can be generated. */
  readonly mustRun?: readonly string[]
  /**
   * Which invariants are checked after each sequence, where the world is in this process: `quick` (the default) is all but
   * the export and import of the whole world.
   */
  readonly invariants?: "all" | "quick" | "none"
  /** A rule of your own, checked after each sequence; throws when it does not hold. */
  readonly rule?: (target: Target) => void | Promise<void>
}

export interface CheckReport {
  readonly sequences: number
  readonly requests: number
  /** How often each command ran. */
  readonly runs: Readonly<Record<string, number>>
  /** Commands that could not be generated for this world, and why. */
  readonly left_out: Readonly<Record<string, string>>
}

const DEFAULT_RUNS = 100
/** How many times as often as any other command an item is created. */
const CREATIONS = 4
const DEFAULT_COMMANDS = 50

/** Generates data from a world's own schema and holds the world against the reference model. */
export class Kit {
  readonly schema: KitSchema
  readonly #source: TargetSource
  readonly #fixture: unknown

  constructor(schema: KitSchema, source: TargetSource, fixture: unknown) {
    this.schema = schema
    this.#source = source
    this.#fixture = fixture
  }

  /** A datastore by `APP/DS`, or by its display ID where that is enough. */
  datastore(reference: string): KitDatastore {
    const found = this.schema.datastores.filter((one) => one.path === reference || one.displayId === reference)
    if (found.length === 1) return found[0] as KitDatastore
    const all = this.schema.datastores.map((one) => one.path).join(", ") || "none"
    throw new KitError(`${found.length === 0 ? "no" : "more than one"} datastore ${reference}; there are: ${all}`)
  }

  /** Valid values for items of a datastore, by display ID; lookups name items that the world has. */
  item(datastore: string, options: { readonly complete?: boolean } = {}): fc.Arbitrary<Record<string, unknown>> {
    const target = this.datastore(datastore)
    if (writableFields(this.schema, target).length === 0) {
      throw new KitError(
        `${target.path} has no writable fields: only ${target.fields.map((field) => field.dataType).join(", ") || "nothing"}`,
      )
    }
    return validItem(this.schema, target, options).map((item) => this.#resolve(item))
  }

  /** Values that are wrong in exactly one named way. */
  invalidItem(datastore: string): fc.Arbitrary<InvalidItem> {
    const target = this.datastore(datastore)
    const items = invalidItem(this.schema, target)
    if (items === null) throw new KitError(`no field of ${target.path} can be given a wrong value`)
    return items.map((item) => this.#resolve(item))
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
    kinds: readonly AnyKind[] = everyKind,
    avoid: readonly AvoidableMember[] = [],
  ): {
    readonly arbitraries: readonly fc.Arbitrary<KitCommand>[]
    readonly names: readonly string[]
    readonly leftOut: Readonly<Record<string, string>>
  } {
    const arbitraries: fc.Arbitrary<KitCommand>[] = []
    const names: string[] = []
    const leftOut: Record<string, string> = {}
    for (const { name, commands } of kinds) {
      const drawn = commands({ ...this.schema, avoid })
      if (typeof drawn === "string") leftOut[name] = drawn
      else {
        // creations more often than the rest, so that there is something to work on
        arbitraries.push(...Array.from({ length: name === "CreateItem" ? CREATIONS : 1 }, () => drawn))
        names.push(name)
      }
    }
    if (arbitraries.length === 0) {
      throw new KitError(
        `nothing can be generated: ${Object.entries(leftOut)
          .map(([name, why]) => `${name}: ${why}`)
          .join("; ")}`,
      )
    }
    return { arbitraries, names, leftOut }
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
    const { arbitraries, names, leftOut } = this.commands(options.commands, options.avoid)
    const missing = (options.mustRun ?? []).filter((name) => !names.includes(name))
    if (missing.length > 0) {
      throw new KitError(
        `these commands can't run: ${missing.map((name) => `${name}: ${leftOut[name] ?? "not among the chosen ones"}`).join("; ")}`,
      )
    }
    const runs = new Map<string, number>()
    let requests = 0
    let sequences = 0
    let sequencesToFailure = 0
    let failing: { session: Session; error: unknown } | null = null
    const property = fc.asyncProperty(
      fc.commands([...arbitraries], {
        maxCommands: options.maxCommands ?? DEFAULT_COMMANDS,
        size: "max",
        ...(options.replayPath === undefined ? {} : { replayPath: options.replayPath }),
      }),
      async (commands) => {
        sequences += 1
        const target = await this.#source.open()
        const session = new Session(target)
        try {
          const model = await this.model(target)
          await fc.asyncModelRun(() => ({ model, real: session }), commands)
          await checkWorld(target, session, options.invariants ?? "quick")
          await options.rule?.(target)
        } catch (error) {
          if (failing === null) sequencesToFailure = sequences
          failing = { session, error }
          throw error
        } finally {
          for (const [name, count] of session.runs) runs.set(name, (runs.get(name) ?? 0) + count)
          requests += session.steps.length
          await target.close()
        }
      },
    )
    const details = await fc.check(property, {
      numRuns: options.numRuns ?? DEFAULT_RUNS,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(options.path === undefined ? {} : { path: options.path }),
    })
    const last = failing as { session: Session; error: unknown } | null
    if (details.failed && last !== null) {
      const { steps } = last.session
      throw new KitFailure({
        cause: last.error,
        seed: details.seed,
        path: details.counterexamplePath ?? "",
        replayPath: /replayPath="([^"]*)"/.exec(String(details.counterexample?.[0]))?.[1] ?? "",
        typeScript: printTypeScript(this.#fixture, steps),
        curl: printCurl(steps),
        calls: steps.length,
        sequences: sequencesToFailure,
      })
    }
    if (details.failed) throw new KitError(`the property could not be run: ${details.errorInstance}`)
    const silent = (options.mustRun ?? names).filter((name) => !runs.has(name))
    if (silent.length > 0) {
      throw new KitError(
        `vacuous: ${silent.join(", ")} never ran in ${sequences} sequences; raise numRuns, or choose commands that this world gives an occasion to`,
      )
    }
    return { sequences, requests, runs: Object.fromEntries(runs), left_out: leftOut }
  }
}

async function checkWorld(target: Target, session: Session, which: "all" | "quick" | "none"): Promise<void> {
  if (target.world === undefined || which === "none") return
  const names = invariants.map(({ name }) => name)
  // a counter that was set by hand may issue a number again
  const wasSet = session.runs.has("UpdateAutoNumber")
  const left = names.filter(
    (name) => !(wasSet && name === "numbers-are-issued-once") && !(which === "quick" && name === "exports-come-back"),
  )
  await checkInvariants(target.world, { only: left })
}

/** Makes a kit for a world, an app or a server. Rejects with a reason when there is nothing to generate from. */
export async function createKit(source: KitSource, options: { readonly workspace?: string } = {}): Promise<Kit> {
  const targets = targetsOf(source)
  const target = await targets.open()
  try {
    const fixture = await target.export()
    return new Kit(readSchema(fixture, options), targets, fixture)
  } finally {
    await target.close()
  }
}

/** Targets for a source; an in-process world is forked for each. */
export function targetsOf(source: KitSource): TargetSource {
  if (source instanceof World) return { kind: "world", open: async () => worldTarget(source.fork()) }
  if ("fetch" in source) return httpTargets("app", baseUrlOf(source), async (request) => source.fetch(request))
  return httpTargets("url", source.url.replace(/\/$/, ""), sendTo(source.token))
}

const baseUrlOf = (app: App): string => app.worlds.find(MAIN)?.world.baseUrl ?? "http://hexarium"

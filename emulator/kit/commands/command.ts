import type fc from "fast-check"
import { resolveReferences } from "../arbitraries/references.ts"
import { fieldOf, itemsOf, type Model, type ModelItem } from "../model/model.ts"
import { seesDatastore, seesItem } from "../model/people.ts"
import { compareDetails } from "../model/reads.ts"
import type { KitSchema, KitUser } from "../schema.ts"
import { Disagreement, type Session } from "../session.ts"

/** Something a command can do: how it is drawn, and how a draft is carried out and checked. */
export interface CommandKind<D> {
  /** Named as the operation it is about. */
  readonly name: string
  /** Drafts over the schema; a string tells why there are none. */
  readonly draft: (schema: KitSchema) => fc.Arbitrary<D> | string
  /** False when the draft makes no sense in the model's present state. */
  readonly isPossible?: (model: Model, draft: D) => boolean
  /** Makes the requests, moves the model along, throws a Disagreement when the two part. */
  readonly run: (model: Model, session: Session, draft: D) => Promise<void>
}

/** Keeps a kind's draft type to itself, so that kinds of all sorts go into one list. */
export interface AnyKind {
  readonly name: string
  readonly commands: (schema: KitSchema) => fc.Arbitrary<KitCommand> | string
}

/** A command for `fc.commands`. */
export class KitCommand implements fc.AsyncCommand<Model, Session> {
  readonly name: string
  readonly #text: string
  readonly #check: (model: Model) => boolean
  readonly #run: (model: Model, session: Session) => Promise<void>

  constructor(
    name: string,
    text: string,
    check: (model: Model) => boolean,
    run: (model: Model, session: Session) => Promise<void>,
  ) {
    this.name = name
    this.#text = text
    this.#check = check
    this.#run = run
  }

  check(model: Readonly<Model>): boolean {
    return this.#check(model)
  }

  async run(model: Model, session: Session): Promise<void> {
    session.runs.set(this.name, (session.runs.get(this.name) ?? 0) + 1)
    await this.#run(model, session)
  }

  toString(): string {
    return this.#text
  }
}

export const kind = <D>(definition: CommandKind<D>): AnyKind => ({
  name: definition.name,
  commands(schema) {
    const drafts = definition.draft(schema)
    if (typeof drafts === "string") return drafts
    return drafts.map(
      (draft) =>
        new KitCommand(
          definition.name,
          `${definition.name}(${JSON.stringify(draft)})`,
          (model) => definition.isPossible?.(model, draft) ?? true,
          (model, session) => definition.run(model, session, draft),
        ),
    )
  },
})

/** The nth user, counted round. */
export function userAt(model: Model, nth: number): KitUser {
  const users = [...model.users.values()]
  return users[nth % users.length] as KitUser
}

/** The nth item of a datastore, or any item when none is named; undefined when there is none. */
export function itemAt(model: Model, nth: number, datastore?: string): ModelItem | undefined {
  const items = [...model.items.values()].filter((item) => datastore === undefined || item.datastore.path === datastore)
  return items.length === 0 ? undefined : items[nth % items.length]
}

/** The draft with item references replaced by the IDs of the items that are there now. */
export const resolved = <T>(model: Model, draft: T): T =>
  resolveReferences(draft, (path) => {
    const datastore = model.schema.datastores.find((one) => one.path === path)
    return datastore === undefined ? [] : itemsOf(model, datastore).map((item) => item.iId)
  })

/** Path parameters of an item operation. */
export const itemParams = (item: ModelItem) => ({
  "app-id": item.datastore.application,
  "datastore-id": item.datastore.displayId,
  "item-id": item.iId,
})

/** Looks at an item as somebody and holds the details against the model. */
export async function observe(model: Model, session: Session, user: KitUser, item: ModelItem): Promise<void> {
  const isVisible =
    model.items.get(item.iId) === item &&
    seesDatastore(model, user.uId, item.datastore) &&
    seesItem(model, user.uId, item)
  const answer = await session.expect(
    {
      operation: "getItemDetails",
      user: user.reference,
      params: itemParams(item),
      query: { format: "map", include_linked_items: "true" },
    },
    isVisible ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
  )
  if (!isVisible) return
  const differences = compareDetails(model, user.uId, item, answer.body)
  if (differences.length > 0) {
    throw new Disagreement(
      `getItemDetails of ${item.datastore.path} ${item.iId} as ${user.reference}: ${differences.join("; ")}`,
    )
  }
}

/** A short name of an item for reports: its first text value, else its ID. */
export const itemLabel = (item: ModelItem): string => {
  const text = Object.entries(item.values).find(([key]) => fieldOf(item.datastore, key)?.dataType === "text")?.[1]
  return String(text ?? item.iId)
}

import type fc from "fast-check"
import type { Model } from "../../testing/kit/model/model.ts"
import type { KitSchema } from "../../testing/kit/schema.ts"
import type { Session } from "../../testing/kit/session.ts"

/** Something a command can do: how it is drawn, and how a draft is carried out and checked. */
export interface CommandKind<D> {
  /** Named as the operation it is about. */
  readonly name: string
  /** Drafts over the schema; a string tells why the command can't happen in it. */
  readonly draft: (schema: KitSchema) => fc.Arbitrary<D> | string
  /** What must be there for `isPossible`, in words. */
  readonly needs?: string
  /** False when the draft makes no sense in the model's present state. */
  readonly isPossible?: (model: Model, draft: D) => boolean
  /** Makes the requests, moves the model along, throws a Disagreement when the two part. */
  readonly run: (model: Model, session: Session, draft: D) => Promise<void>
}

/** Keeps a kind's draft type to itself, so that kinds of all sorts go into one list. */
export interface AnyKind {
  /** By which `mustRun` and reports name it. */
  readonly name: string
  /** What must be there for the command to run, in words; null where it always can. */
  readonly needs: string | null
  /** Commands of this kind over a schema; a text tells why there are none. */
  readonly commands: (schema: KitSchema) => fc.Arbitrary<KitCommand> | string
}

/** A command for `fc.commands`. */
export class KitCommand implements fc.AsyncCommand<Model, Session> {
  /** Name of its kind. */
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

  /** Whether it makes sense in the model's present state. */
  check(model: Model): boolean {
    model.drawn.set(this.name, (model.drawn.get(this.name) ?? 0) + 1)
    return this.#check(model)
  }

  /** Makes its requests and holds the answers against the model. */
  async run(model: Model, session: Session): Promise<void> {
    session.begin(this)
    await this.#run(model, session)
  }

  /** Name and draft, for reports. */
  toString(): string {
    return this.#text
  }
}

export const kind = <D>(definition: CommandKind<D>): AnyKind => ({
  name: definition.name,
  needs: definition.needs ?? null,
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

import type fc from "fast-check"
import type { Model } from "../model/model.ts"
import { smallerBodies, type WriteBody } from "../model/write-body.ts"
import type { KitSchema } from "../schema.ts"
import type { Session } from "../session.ts"

/** A type of command. Generates drafts, which are the random inputs of a command, and runs commands with them. */
export interface CommandKind<D> {
  readonly name: string
  /** Generates drafts. If the schema does not allow the command, returns the reason as a string. */
  readonly draft: (schema: KitSchema) => fc.Arbitrary<D> | string
  /** The condition of `isPossible`, as a phrase for reports; e.g. "an item". */
  readonly needs?: string
  /** Whether the command can run with this draft in the model's current state. Default: always. */
  readonly isPossible?: (model: Model, draft: D) => boolean
  /** If true, the model knows nothing of the command's effects. The rest of the sequence runs only such commands. */
  readonly isUnmodelled?: boolean
  /** Sends the requests and updates the model. Throws a `Disagreement` if a response differs from the model's prediction. */
  readonly run: (model: Model, session: Session, draft: D) => Promise<void>
}

/** A command kind without its draft type, for lists of several kinds. */
export interface AnyKind {
  /** The command kind's name in `mustRun` and in reports. */
  readonly name: string
  /** The condition under which a command can run, as a phrase for reports. Null if it can always run. */
  readonly needs: string | null
  /** Generates commands for a schema. If the schema does not allow them, returns the reason as a string. */
  readonly commands: (schema: KitSchema) => fc.Arbitrary<KitCommand> | string
}

/** A generated command, for use in `fc.commands`. */
export interface KitCommand extends fc.AsyncCommand<Model, Session> {
  /** Name of the command's kind, e.g. `CreateItem`. */
  readonly name: string
  /** Whether the command can run in the model's current state. */
  check(model: Model): boolean
  /** Generates commands whose request bodies are smaller. */
  simpler(): Iterable<KitCommand>
}

export const kind = <D>({ name, needs, draft, isPossible, isUnmodelled = false, run }: CommandKind<D>): AnyKind => ({
  name,
  needs: needs ?? null,
  commands(schema) {
    const drafts = draft(schema)
    if (typeof drafts === "string") return drafts
    const commandOf = (one: D): KitCommand => {
      const command: KitCommand = {
        name,
        check(model) {
          model.isUnpredicted ??= isUnmodelled
          if (isUnmodelled ? !model.isUnpredicted : model.isOutdated) return false
          model.drawn.set(name, (model.drawn.get(name) ?? 0) + 1)
          return isPossible?.(model, one) ?? true
        },
        run(model, session) {
          session.begin(command)
          if (isUnmodelled) model.isOutdated = true
          return run(model, session, one)
        },
        *simpler() {
          const { body } = one as { readonly body?: WriteBody }
          for (const smaller of body === undefined ? [] : smallerBodies(body))
            yield commandOf({ ...one, body: smaller })
        },
        toString: () => `${name}(${JSON.stringify(one)})`,
      }
      return command
    }
    return drafts.map(commandOf)
  },
})

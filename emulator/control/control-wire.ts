import { type ControlRoute, controlTable } from "./control-table.ts"
import { queryOf, splitKey } from "./route.ts"

/** Properties of a route that a client needs at run time. */
export interface ControlFacts {
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  /** Name of the argument that holds the whole body; true if the body's properties are arguments; false without a body. */
  readonly body: string | boolean
  /** Whether the body may also be a form with a file. */
  readonly takesFile: boolean
  readonly answers: "json" | "text" | "events"
}

/** All routes by name. The build inlines this table (`inline-data.mjs`), so that the client contains no schemas. */
export const controlWire = Object.fromEntries(
  controlTable.map(({ at, words }): [string, ControlFacts] => [
    words.name,
    {
      ...splitKey(at),
      query: Object.keys(queryOf(words)?.shape ?? {}),
      body: words.bodyName ?? words.body !== undefined,
      takesFile: words.jsonParts !== undefined,
      answers:
        typeof words.answer === "function"
          ? "json"
          : words.answer.contentType === "text/event-stream"
            ? "events"
            : "text",
    },
  ]),
) as Readonly<Record<ControlRoute["words"]["name"], ControlFacts>>

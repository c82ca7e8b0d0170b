import { type ControlRoute, controlTable } from "./control-table.ts"
import { queryOf, splitKey } from "./route.ts"

/** What a client needs to know of a route at run time. */
export interface ControlFacts {
  readonly method: string
  readonly path: string
  /** Names of what its query may hold. */
  readonly query: readonly string[]
  /** The name that its body as a whole is given by; true where the body's members are, false where there is none. */
  readonly body: string | boolean
  /** The body may be a form with a file. */
  readonly takesFile: boolean
  readonly answers: "json" | "text" | "events"
}

/** Every route by its name. Inlined by the build (`inline-data.mjs`), so that the client carries no schemas and no server. */
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

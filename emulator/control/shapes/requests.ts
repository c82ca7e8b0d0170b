import * as z from "zod"
import { answer, integer, lazy, millis, named } from "../../contract/shapes.ts"

/** A request of the log (control.md section 3, "request-log"). */
export const requestShape = lazy(() =>
  named(
    "Request",
    answer({
      id: z.string().describe("Number of the entry; counts up in each world"),
      at: millis().describe("When it came, by the world's clock"),
      method: z.string().describe("Its method"),
      path: z.string().describe("Its path below the base_url, with the query; secrets are ***"),
      operation: z.string().nullable().describe("The operation, as CreateItem; null where the path has none"),
      user: z.string().nullable().describe("Who asked, by e-mail address; null without a valid token"),
      status: integer().describe("Status of the answer; 0 where a fault cut the connection"),
      ms: z.number().describe("How long it took, in milliseconds"),
      request: z.unknown().describe("Its body; of what is too large or no JSON, {bytes, content_type?}"),
      response: z.unknown().describe("The body of the answer, likewise"),
      effects: z.array(z.string()).describe("What it changed, in words of the domain"),
    }),
  ),
)

import * as z from "zod"
import { invalidParams } from "../../../src/inside.ts"
import { answer, integer, lazy } from "../../contract/shapes.ts"
import type { HappeningKind, NumberedEvent } from "../../worlds/event-log.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"
import { eventStream, lastEventId, writeEvent, writeGreeting } from "../event-stream.ts"
import { presentHappening } from "../presenters/events.ts"
import { weightOfEntry } from "../presenters/requests.ts"
import { route } from "../route.ts"
import { wholeNumber } from "../shapes/query.ts"
import { WrittenOnce } from "../written-once.ts"

const KINDS = [
  "request",
  "change",
  "clock",
  "fired",
  "mail",
  "fault",
  "webhook",
  "snapshot",
  "world",
  "failure",
] as const satisfies HappeningKind[]

/** What an event takes besides the bodies of its request. */
const HEAD_BYTES = 512

const kindsQuery = () =>
  z
    .string()
    .optional()
    .describe(`Only events of these kinds, with commas between: ${KINDS.join(", ")}`)

/** What was written last, for the other streams of the world that are going to write it, too. */
const latest = new WeakMap<NamedWorld, WrittenOnce<NumberedEvent>>()

function writtenOf(named: NamedWorld): WrittenOnce<NumberedEvent> {
  const known = latest.get(named)
  if (known !== undefined) return known
  const written = new WrittenOnce<NumberedEvent>(({ sequence, happening }) =>
    writeEvent(sequence, presentHappening(named.world, happening), happening.kind),
  )
  latest.set(named, written)
  return written
}

const sizeOf = ({ happening }: NumberedEvent): number =>
  HEAD_BYTES + (happening.kind === "request" ? weightOfEntry(happening.entry) : 0)

/** Whether an event is of a kind that is asked for. */
function pickerOf(text: string | undefined): (event: NumberedEvent) => boolean {
  if (text === undefined) return () => true
  const wanted = new Set(text.split(","))
  const unknown = [...wanted].find((kind) => !KINDS.some((known) => known === kind))
  if (unknown !== undefined)
    throw invalidParams(`kinds: expected some of ${KINDS.join(", ")}, not ${JSON.stringify(unknown)}`)
  return ({ happening }) => wanted.has(happening.kind)
}

/** Everything that happens in a world, as it happens and to be asked for (control.md section 3, "events"). */
export const eventRoutes = [
  route(
    "GET /worlds/:w/events",
    {
      name: "streamEvents",
      summary: "Everything that happens in the world, as server-sent events",
      description:
        "The event hello comes first and tells the stream, its latest number and, where the client goes on from an earlier event, whether everything since is known still.",
      anchor: "events",
      query: lazy(() =>
        z.object({
          since: z.string().optional().describe("Number of an event to go on from, as the header Last-Event-ID"),
          kinds: kindsQuery(),
        }),
      ),
      answer: { contentType: "text/event-stream", description: "Events by kind, each with its number" },
    },
    ({ named, query, context }) => {
      const { log, events } = named
      const isWanted = pickerOf(query.kinds)
      const last = lastEventId(context.req, "an event", query.since)
      const written = writtenOf(named)
      const away = last === undefined ? undefined : events.since(last)
      return eventStream(context, {
        about: "what happens in the world",
        greeting: writeGreeting("hello", {
          world: named.name,
          stream: events.stream,
          sequence: events.sequence,
          missed: away === undefined ? null : away.isIncomplete ? "unknown" : away.events.length,
        }),
        logged: away?.events.filter(isWanted) ?? [],
        closed: log.closed,
        subscribe: (listener) =>
          events.subscribe((event) => {
            if (isWanted(event)) listener(event)
          }),
        sizeOf,
        eventOf: (event) => written.textOf(event),
      })
    },
  ),
  route(
    "GET /worlds/:w/event-log",
    {
      name: "listEvents",
      summary: "The same events, to be asked for now and then where no stream can be had",
      anchor: "event-log",
      query: lazy(() =>
        z.object({ since: wholeNumber().describe("Number of the last event that is known"), kinds: kindsQuery() }),
      ),
      answer: lazy(() =>
        answer({
          stream: z.string().describe("Told apart from any other; a new one knows nothing of the numbers of the old"),
          sequence: integer().describe("Number of the latest event"),
          is_incomplete: z.boolean().describe("Whether there were events since that are not known any more"),
          events: z
            .array(
              answer({
                sequence: integer().describe("Its number"),
                kind: z.enum(KINDS).describe("What kind of event it is"),
                data: z.record(z.string(), z.unknown()).describe("The data of the event, as in the stream"),
              }),
            )
            .describe("Oldest first; 1000 at most, the rest by asking again"),
        }),
      ),
    },
    ({ named, query }) => {
      const { events, world } = named
      const isWanted = pickerOf(query.kinds)
      const { events: found, isIncomplete } = events.since(query.since ?? events.sequence)
      const told = found.slice(0, 1000)
      return {
        stream: events.stream,
        sequence: told.length < found.length ? (told.at(-1)?.sequence ?? 0) : events.sequence,
        is_incomplete: isIncomplete,
        events: told.filter(isWanted).map(({ sequence, happening }) => ({
          sequence,
          kind: happening.kind,
          data: presentHappening(world, happening),
        })),
      }
    },
  ),
] as const

import * as z from "zod"
import { invalidParams, type Lang, oncePer } from "../../../src/model/index.ts"
import { answerOf, integer, listOf, objectOf } from "../../api/index.ts"
import { type HappeningKind, type NamedWorld, type NumberedEvent, viewIn } from "../../worlds/index.ts"
import { presentHappening } from "../presenters/events.ts"
import { weightOfEntry } from "../presenters/requests.ts"
import { route } from "../route.ts"
import { wholeNumber } from "../shapes/query.ts"
import { eventStream, lastEventId, writeEvent, writeGreeting } from "../streams/event-stream.ts"
import { WrittenOnce } from "../streams/written-once.ts"

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

/** Assumed size in bytes of an event without its request's bodies. */
const HEAD_BYTES = 512

const kindsQuery = () =>
  z
    .string()
    .optional()
    .describe(`Only events of these kinds, separated by commas: ${KINDS.join(", ")}`)

/** Caches the latest formatted events of a world by language, so that all event streams of the world share them. */
const writtenOf = oncePer(({ world }: NamedWorld) => {
  const writtenIn = (lang: Lang | undefined) =>
    new WrittenOnce<NumberedEvent>(({ sequence, happening }) =>
      writeEvent(sequence, presentHappening(world, viewIn(world, lang), happening), happening.kind),
    )
  return { world: writtenIn(undefined), en: writtenIn("en"), ja: writtenIn("ja") }
})

const sizeOf = ({ happening }: NumberedEvent): number =>
  HEAD_BYTES + (happening.kind === "request" ? weightOfEntry(happening.entry) : 0)

function pickerOf(text: string | undefined): (event: NumberedEvent) => boolean {
  if (text === undefined) return () => true
  const wanted = new Set(text.split(","))
  const unknown = [...wanted].find((kind) => !KINDS.some((known) => known === kind))
  if (unknown !== undefined)
    throw invalidParams(
      `kinds: expected a comma-separated list of ${KINDS.join(", ")}, received ${JSON.stringify(unknown)}`,
    )
  return ({ happening }) => wanted.has(happening.kind)
}

export const eventRoutes = [
  route(
    "GET /worlds/:w/events",
    {
      name: "streamEvents",
      summary: "Stream all events of the world as server-sent events",
      description:
        "The first event is hello. It has the ID of the stream, the latest event number and, for a client that resumes, the number of missed events.",
      anchor: "events",
      hasNames: true,
      query: objectOf(() => ({
        since: z
          .string()
          .optional()
          .describe("Number of the last event that the client knows, as in the header Last-Event-ID"),
        kinds: kindsQuery(),
      })),
      answer: { contentType: "text/event-stream", description: "Events by kind, each with its number" },
    },
    ({ named, query, context }) => {
      const { log, events } = named
      const isWanted = pickerOf(query.kinds)
      const last = lastEventId(context.req, "an event", query.since)
      const written = writtenOf(named)[query.lang ?? "world"]
      const since = last === undefined ? undefined : events.since(last)
      return eventStream(context, {
        about: "events of the world",
        greeting: writeGreeting("hello", {
          world: named.name,
          stream: events.stream,
          sequence: events.sequence,
          missed: since === undefined ? null : since.isIncomplete ? "unknown" : since.events.length,
        }),
        logged: since?.events.filter(isWanted) ?? [],
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
      summary: "List the events of the world, for clients that can't use streams",
      anchor: "event-log",
      hasNames: true,
      query: objectOf(() => ({
        since: wholeNumber().describe("Number of the last event that the client knows"),
        kinds: kindsQuery(),
      })),
      answer: answerOf(() => ({
        stream: z.string().describe("ID of the stream; event numbers are valid within one stream only"),
        sequence: integer().describe("Number of the latest event"),
        is_incomplete: z.boolean().describe("Whether the log no longer has some of the later events"),
        events: listOf("Events, oldest first; at most 1000 per response", {
          sequence: integer().describe("Number of the event"),
          kind: z.enum(KINDS).describe("Kind of the event"),
          data: z.record(z.string(), z.unknown()).describe("Data of the event, as in the stream"),
        }),
      })),
    },
    ({ named, view, query }) => {
      const { events, world } = named
      const isWanted = pickerOf(query.kinds)
      const { events: found, isIncomplete } = events.since(query.since ?? events.sequence)
      const page = found.slice(0, 1000)
      return {
        stream: events.stream,
        sequence: page.length < found.length ? (page.at(-1)?.sequence ?? 0) : events.sequence,
        is_incomplete: isIncomplete,
        events: page.filter(isWanted).map(({ sequence, happening }) => ({
          sequence,
          kind: happening.kind,
          data: presentHappening(world, view(), happening),
        })),
      }
    },
  ),
] as const

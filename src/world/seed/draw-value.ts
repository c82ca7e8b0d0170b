import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus"
import { type Actor, seesItem } from "../../access/index.ts"
import { limitsOf } from "../../fields/index.ts"
import { type Lang, readMoment } from "../../model/index.ts"
import type { Datastore, DataType, Field, FieldOf, Item, Option } from "../../model/records/index.ts"
import { itemsTable, type View, valueKey } from "../../state/index.ts"
import { type FieldTopic, topicOf } from "./topic-of-field.ts"
import { WORDS, type Words } from "./words.ts"

const DAY_MS = 86_400_000
const QUARTERS_OF_A_DAY = 40

/** Random numbers of one item. Each item has a stream of its own, so that the same item is made whatever came before it. */
export class Draw {
  readonly #generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number, at: number) {
    this.#generator = xoroshiro128plus((Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b)) | 0)
    // Streams of neighbouring seeds begin alike.
    for (let skipped = 0; skipped < 4; skipped += 1) this.#generator.next()
  }

  /** Returns a whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + ((this.#generator.next() >>> 0) % (most - least + 1))
  }

  chance(percent: number): boolean {
    return this.whole(1, 100) <= percent
  }

  /** Returns one of the values. The list must not be empty. */
  one<T>(values: readonly T[]): T {
    return values[this.whole(0, values.length - 1)] as T
  }
}

/** A person whose name and address an item's fields share. */
interface Person {
  readonly family: readonly [string, string]
  readonly given: readonly [string, string]
}

/** What the values of one item are drawn from. */
export interface Drawing {
  readonly view: View
  readonly actor: Actor
  readonly datastore: Datastore
  readonly draw: Draw
  readonly words: Words
  /** The item's number, which makes unique values different. */
  readonly at: number
  readonly person: Person
}

export function drawingOf(place: Pick<Drawing, "view" | "actor" | "datastore" | "draw" | "at">, locale: Lang): Drawing {
  const words = WORDS[locale]
  return { ...place, words, person: { family: place.draw.one(words.families), given: place.draw.one(words.givens) } }
}

type Drawer<T extends DataType> = (drawing: Drawing, field: FieldOf<T>) => unknown

const drawText: Drawer<DataType> = (drawing, field) =>
  freeText(drawing, field, fitText(drawing, field, textOf(drawing, field)))

function drawOption(drawing: Drawing, field: FieldOf<"select" | "radio">): string | undefined {
  const again = () => optionOf(drawing, field)
  return free(drawing, field, again, (option) => option?.oId ?? "")?.displayId
}

/** By data type; null for a type whose values are not written or can't be invented. */
const DRAWERS: { readonly [T in DataType]: Drawer<T> | null } = {
  text: drawText,
  textarea: drawText,
  number: (drawing, field) => free(drawing, field, () => numberOf(drawing, field)),
  date(drawing, field) {
    const again = () => momentOf(drawing, field).slice(0, 10)
    return free(drawing, field, again, (day) => `${day}T00:00:00.000Z`)
  },
  datetime: (drawing, field) => free(drawing, field, () => momentOf(drawing, field)),
  time(drawing, field) {
    const again = () => timeOf(drawing, field)
    return free(drawing, field, again, (time) => `${time}:00`)
  },
  select: drawOption,
  radio: drawOption,
  checkbox({ draw }, { options }) {
    const enabled = options.filter((option) => option.enabled).map(({ displayId }) => displayId)
    if (enabled.length === 0) return undefined
    const first = draw.whole(0, enabled.length - 1)
    return enabled.slice(first, first + draw.whole(1, 2))
  },
  users({ view, datastore, draw }) {
    const members = view.list("users", "usersByWorkspace", datastore.wId).filter(({ isBot }) => !isBot)
    return members.length === 0 ? undefined : [draw.one(members).uId]
  },
  dslookup: (drawing, { dslookup }) => (dslookup === undefined ? undefined : drawItem(drawing, dslookup.dId)?.iId),
  calc: null,
  autonum: null,
  file: null,
  status: null,
  label: null,
  separator: null,
}

/** Draws a value that a write of the field accepts, as `world.as(user)` takes it. Undefined if there is none. */
export function drawValue(drawing: Drawing, field: Field): unknown {
  const draw = DRAWERS[field.dataType] as Drawer<DataType> | null
  return draw?.(drawing, field)
}

const MAX_TRIES = 50

/** Draws an item of a datastore that the actor sees. Undefined if there is none among the items that were tried. */
export function drawItem({ view, actor, draw }: Drawing, dId: string): Item | undefined {
  const table = view.table(itemsTable(dId as Datastore["dId"]))
  const end = table.vector.length
  for (let tries = 0; end > 0 && tries < MAX_TRIES; tries += 1) {
    const item = table.at(draw.whole(0, end - 1))
    if (item !== undefined && seesItem(actor, item)) return item
  }
  return undefined
}

const isTaken = ({ view }: Drawing, { fId }: Field, stored: string | number): boolean =>
  view.ids("itemValues", valueKey(fId, stored), 1).length > 0

/** Draws again while the field is unique and an item has the value. Undefined after MAX_TRIES. */
function free<T>(
  drawing: Drawing,
  field: Field,
  again: () => T,
  stored = (value: T): string | number => value as string,
): T | undefined {
  if (!field.unique) return again()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const value = again()
    if (!isTaken(drawing, field, stored(value))) return value
  }
  return undefined
}

/** Numbers a text of a unique field until no item has it. */
function freeText(drawing: Drawing, field: Field, text: string): string | undefined {
  if (!field.unique || !isTaken(drawing, field, text)) return text
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const number = String(drawing.at + tries)
    const at = text.indexOf("@")
    const room = numbersOf(field)[1]
    const cut = (part: string, added: string) => [...part].slice(0, Math.max(0, room - added.length)).join("") + added
    const numbered = at > 0 ? cut(text.slice(0, at), number + text.slice(at)) : cut(text, ` ${number}`)
    if (!isTaken(drawing, field, numbered)) return numbered
  }
  return undefined
}

/** Cuts or repeats a text to the field's lengths. */
function fitText({ words, draw }: Drawing, field: Field, text: string): string {
  const [shortest, longest] = numbersOf(field)
  let fitted = text
  while ([...fitted].length < shortest) fitted += words.blank + draw.one(words.sentences)
  const characters = [...fitted]
  return characters.length <= longest ? fitted : characters.slice(0, longest).join("").trimEnd().padEnd(shortest, "x")
}

/** Returns the least and the most that the field's limits allow. */
function numbersOf(field: Field): readonly [least: number, most: number] {
  const [least, most] = limitsOf(field)
  return [
    least === "" ? Number.NEGATIVE_INFINITY : Number(least),
    most === "" ? Number.POSITIVE_INFINITY : Number(most),
  ]
}

function textOf(drawing: Drawing, field: Field): string {
  const { datastore, draw, words, person } = drawing
  const [family, given] = [person.family[0], person.given[0]]
  const [latinFamily, latinGiven] = [person.family[1], person.given[1]]
  switch (topicOf(field, datastore)) {
    case "email":
      return `${latinGiven}.${latinFamily}@${draw.one(["example.com", "example.org", "example.net"])}`
    case "url":
      return `https://www.example.com/${latinFamily}`
    case "phone":
      return words.phone(draw.whole(0, 999_999))
    case "postcode":
      return words.postcode(draw.whole(0, 999_999))
    case "address":
      return words.address(draw.one(words.cities), draw.one(words.streets), draw.whole(1, 120))
    case "city":
      return draw.one(words.cities)
    case "country":
      return draw.one(words.countries)
    case "product":
      return words.product(draw.one(words.qualities), draw.one(words.products))
    case "company":
      return words.company(draw.one(words.companies), draw.whole(0, 9))
    case "person":
      return words.person(family, given)
    case "givenName":
      return given
    case "familyName":
      return family
    case "code":
      return `${draw.one(["A", "B", "C", "D"])}-${draw.whole(1000, 9999)}`
    case "money":
    case "quantity":
    case "percent":
    case "age":
    case "year":
      return String(draw.whole(1, 100))
    case "task":
      return draw.one(words.tasks)
    default:
      return field.dataType !== "text" || topicOf(field, datastore) === "note"
        ? [draw.one(words.sentences), draw.one(words.sentences)].join(words.blank)
        : draw.one(words.tasks)
  }
}

const RANGES: Partial<Record<FieldTopic, readonly [least: number, most: number, step: number]>> = {
  money: [1, 500, 100],
  quantity: [1, 50, 1],
  percent: [0, 20, 5],
  age: [18, 80, 1],
}

function numberOf({ draw, datastore, view }: Drawing, field: Field): number {
  const topic = topicOf(field, datastore)
  const year = Number(view.now.slice(0, 4))
  const [least, most, step] = (topic && RANGES[topic]) ?? (topic === "year" ? [year - 5, year + 1, 1] : [1, 1000, 1])
  const value = draw.whole(least, most) * step
  const [low, high] = numbersOf(field)
  if (value >= low && value <= high) return value
  const from = Math.ceil(Math.max(low, Number.isFinite(high) ? Math.max(low, high - 1000) : low))
  const to = Math.floor(Math.min(high, from + 1000))
  return from > to ? low : draw.whole(from, to)
}

/** Days before and after the world's time. */
const DAYS: Partial<Record<FieldTopic, readonly [from: number, to: number]>> = {
  deadline: [1, 90],
  birthday: [-25_000, -7000],
}

function momentOf({ draw, datastore, view }: Drawing, field: Field): string {
  const topic = topicOf(field, datastore)
  const [from, to] = (topic && DAYS[topic]) ?? [-120, 30]
  const today = Math.floor(Date.parse(view.now) / DAY_MS) * DAY_MS
  // From 08:00 to 17:45.
  const time = (32 + draw.whole(0, QUARTERS_OF_A_DAY - 1)) * (DAY_MS / 96)
  const value = new Date(today + draw.whole(from, to) * DAY_MS + (field.dataType === "date" ? 0 : time)).toISOString()
  const [low, high] = limitsOf(field).map((limit) => readMoment(limit))
  if (low !== undefined && value < low) return low
  return high !== undefined && value > high ? high : value
}

function timeOf({ draw }: Drawing, field: Field): string {
  const [least, most] = limitsOf(field)
  const [low, high] = [least.slice(0, 5) || "08:00", most.slice(0, 5) || "17:45"]
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
  const [from, to] = [minutes(low), minutes(high)]
  const at = to - from >= 15 ? from + draw.whole(0, Math.floor((to - from) / 15)) * 15 : from
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, "0")).join(":")
}

const optionOf = ({ draw }: Drawing, { options }: { readonly options: readonly Option[] }): Option | undefined => {
  const enabled = options.filter((option) => option.enabled)
  return enabled.length === 0 ? undefined : draw.one(enabled)
}

import { isDataUrl } from "../fixture/data-url.ts"
import { deriveUuid } from "../fixture/load/derive-id.ts"
import type { FixtureApplication } from "../fixture/load/loading.ts"
import type { Cond } from "../fixture/schema/parts.ts"
import type { Tx } from "../state/tx.ts"
import type { TemplateContent } from "./content.ts"

/** Members that name what they stand in. */
const OWN_IDS = new Set([
  ...["p_id", "r_id", "d_id", "f_id", "s_id", "a_id", "fn_id", "q_id", "auto_id", "i_id", "rp_id", "ch_id"],
  ...["o_id", "file_id", "history_id", "transaction_id"],
])

const INTERNAL = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g
const UUID = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/g
const isWhole = (pattern: RegExp, text: string): boolean => text.match(pattern)?.[0] === text

/**
 * The same content with new internal IDs of everything in it, wherever they stand, in scripts and texts too: what belongs to the
 * application belongs to its copy.
 */
export function renewIds(tx: Tx, content: TemplateContent): TemplateContent {
  const known = new Set<string>()
  collect(content, known)
  const renewed = new Map<string, string>()
  const named = new Map<string, string>()
  for (const id of known) {
    if (isWhole(INTERNAL, id)) renewed.set(id, tx.newId())
    else if (isWhole(UUID, id)) renewed.set(id, deriveUuid("o_id", [tx.newId()]))
    else named.set(id, deriveUuid("o_id", [tx.newId()]))
  }
  const application = named.size === 0 ? content.application : renameOptions(content.application, named)
  const renew = (id: string) => renewed.get(id) ?? id
  return replaceTexts({ ...content, application }, (text) =>
    // The IDs in an attached file are its own.
    isDataUrl(text) ? text : text.replace(INTERNAL, renew).replace(UUID, renew),
  ) as TemplateContent
}

/** The same value with each of its texts replaced, names of members among them. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, replace))
  const replaced: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner !== undefined) replaced[replace(name)] = replaceTexts(inner, replace)
  }
  return replaced
}

function collect(value: unknown, known: Set<string>): void {
  if (typeof value !== "object" || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (OWN_IDS.has(name) && typeof inner === "string") known.add(inner)
    // What an item holds may be called anything; only its files have IDs of their own.
    else if (name === "values") for (const file of filesIn(inner)) known.add(file)
    else collect(inner, known)
  }
}

const filesIn = (values: unknown): string[] =>
  Object.values(typeof values === "object" && values !== null ? values : {})
    .flat()
    .flatMap((value: unknown) => {
      const id = typeof value === "object" && value !== null && "file_id" in value ? value.file_id : undefined
      return typeof id === "string" ? [id] : []
    })

/** Options may have IDs that are words (fixtures.md): these are looked for only where an option can stand. */
function renameOptions(application: FixtureApplication, named: ReadonlyMap<string, string>): FixtureApplication {
  const rename = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(rename) : typeof value === "string" ? (named.get(value) ?? value) : value
  const datastores = application.datastores ?? []
  const choosing = new Set(
    datastores.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([id, { f_id: fId, options }]) =>
        options === undefined ? [] : [id, ...(fId === undefined ? [] : [fId])],
      ),
    ),
  )
  for (const { columns } of application.reports ?? []) {
    for (const { display_id: id, rpf_id: rpfId, field } of columns) {
      if (!choosing.has(lastPart(field))) continue
      for (const name of [id, rpfId]) if (name !== undefined) choosing.add(name)
    }
  }
  const inConditions = (conditions: Cond[] | undefined): Cond[] | undefined =>
    conditions?.map(({ search_value: values, conditions: inner, ...leaf }) => ({
      ...leaf,
      ...(inner === undefined ? {} : { conditions: inConditions(inner) ?? [] }),
      ...(values === undefined
        ? {}
        : {
            search_value: choosing.has(lastPart(leaf.rpf_id ?? leaf.id ?? ""))
              ? values.map((value) => (typeof value === "string" ? (named.get(value) ?? value) : value))
              : values,
          }),
    }))
  const withConditions = <T extends { conditions?: Cond[] | undefined }>(
    all: readonly T[] | undefined,
  ): T[] | undefined => all?.map((one) => ({ ...one, conditions: inConditions(one.conditions) }))
  return JSON.parse(
    JSON.stringify({
      ...application,
      queries: withConditions(application.queries),
      auto_actions: withConditions(application.auto_actions),
      reports: withConditions(application.reports),
      datastores: datastores.map((datastore) => ({
        ...datastore,
        default_search: inConditions(datastore.default_search),
        fields: Object.fromEntries(
          Object.entries(datastore.fields).map(([id, field]) => [
            id,
            { ...field, options: optionsOf(field.options, named) },
          ]),
        ),
        items: datastore.items?.map((item) => ({
          ...item,
          values: Object.fromEntries(
            Object.entries(item.values).map(([name, value]) => [
              name,
              datastore.fields[name]?.options === undefined ? value : rename(value),
            ]),
          ),
        })),
      })),
    }),
  ) as FixtureApplication
}

type Options = NonNullable<FixtureApplication["datastores"]>[number]["fields"][string]["options"]

const optionsOf = (options: Options, named: ReadonlyMap<string, string>): Options =>
  options &&
  Object.fromEntries(
    Object.entries(options).map(([id, option]) => [
      id,
      typeof option === "string" || option.o_id === undefined
        ? option
        : { ...option, o_id: named.get(option.o_id) ?? option.o_id },
    ]),
  )

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf(".") + 1)

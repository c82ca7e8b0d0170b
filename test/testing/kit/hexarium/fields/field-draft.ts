import fc from "fast-check"
import { writableDatastores } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import { datastoreParams } from "../../../../../emulator/testing/kit/commands/params.ts"
import { datastoreOf, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { fieldOf, type Model, type Prediction } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin, seesDatastore, seesField } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitDatastore, KitField, KitSchema, KitUser } from "../../../../../emulator/testing/kit/schema.ts"
import { SPARE_FIELDS } from "../model/spare-fields.ts"

export interface FieldDraft {
  readonly user: number
  /** Whether somebody who may do it is looked for. */
  readonly isAdmin: boolean
  readonly datastore: string
  /** Display ID of the field that is made, changed or deleted. */
  readonly field: string
  /** Instead of these: which of the fields that were made; null = none. */
  readonly made: number | null
}

/** Drafts about the fields that are there for it, with what a command draws beside. */
export function fieldDrafts<M extends object>(
  schema: KitSchema,
  fields: readonly KitField[],
  more: { readonly [K in keyof M]: fc.Arbitrary<M[K]> },
): fc.Arbitrary<FieldDraft & M> | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  return fc
    .tuple(
      fc.record({
        user: fc.nat(20),
        isAdmin: fc.constantFrom(true, true, true, false),
        made: fc.option(fc.nat(20), { freq: 4 }),
        datastore: fc.constantFrom(...datastores.map(({ path }) => path)),
        field: fc.constantFrom(...fields.map(({ displayId }) => displayId)),
      }),
      fc.record(more) as fc.Arbitrary<M>,
    )
    .map(([draft, drawn]) => ({ ...draft, ...drawn }))
}

export const withOptions: readonly KitField[] = SPARE_FIELDS.filter(({ options }) => options.length > 0)

/** What a draft is about, and whether it gets as far as to its parameters. */
export interface FieldScene {
  readonly user: KitUser
  readonly datastore: KitDatastore
  readonly params: Readonly<Record<string, string>>
  /** Null where place or privilege refuse. */
  readonly field: KitField | null
  /** What these refuse with. */
  readonly refusal: Prediction
}

export function fieldScene(model: Model, draft: FieldDraft, fields: readonly KitField[] = SPARE_FIELDS): FieldScene {
  const made = draft.made === null ? undefined : madeField(model, draft.made, fields)
  const datastore = made?.datastore ?? datastoreOf(model, draft.datastore)
  const displayId = made?.field.displayId ?? draft.field
  const user = callerOf(model, draft, datastore)
  const field = fieldOf(datastore, displayId)
  const isShown =
    field !== undefined && seesDatastore(model, user.uId, datastore) && seesField(model, user.uId, datastore, field)
  const isAllowed = isApplicationAdmin(model, user.uId, datastore.application)
  return {
    user,
    datastore,
    params: { ...datastoreParams(datastore), "field-id": displayId },
    field: isShown && isAllowed ? field : null,
    refusal: isShown ? { status: 403, codes: ["NO_PRIVILEGES"] } : { status: 404 },
  }
}

/** Who makes the request: an administrator of the application where one is looked for and there. */
export function callerOf(model: Model, { user, isAdmin }: FieldDraft, { application }: KitDatastore): KitUser {
  const admins = isAdmin
    ? [...model.users.values()].filter(({ uId }) => isApplicationAdmin(model, uId, application))
    : []
  return admins[user % admins.length] ?? userAt(model, user)
}

function madeField(model: Model, nth: number, fields: readonly KitField[]) {
  const made = model.schema.datastores.flatMap((datastore) =>
    datastore.fields
      .filter(({ displayId }) => fields.some((field) => field.displayId === displayId))
      .map((field) => ({ datastore, field })),
  )
  return made[nth % made.length]
}

/** What is done, or refused for its parameters. */
export const doneIf = (isFine: boolean): Prediction =>
  isFine ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] }

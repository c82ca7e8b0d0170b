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
  /** Whether to choose a user who may make the request. */
  readonly isAdmin: boolean
  readonly datastore: string
  /** Display ID of the field to create, change or delete. */
  readonly field: string
  /** Index of a created field, used instead of `field`. Null: use `field`. */
  readonly made: number | null
}

/** Drafts for the spare fields, combined with a command's own values. */
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

/** The objects of a draft, and whether the request reaches its parameter check. */
export interface FieldScene {
  readonly user: KitUser
  readonly datastore: KitDatastore
  readonly params: Readonly<Record<string, string>>
  /** Null if place or privilege refuse the request. */
  readonly field: KitField | null
  /** The refusal of place or privilege. */
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

/** The caller: an administrator of the application if the draft asks for one and one exists. */
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

/** Predicts success, or a refusal of the parameters. */
export const doneIf = (isFine: boolean): Prediction =>
  isFine ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] }

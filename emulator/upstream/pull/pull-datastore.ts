import { fieldTypeOf, isDataType } from "../../../src/fields/index.ts"
import { omitEmpty } from "../../../src/model/index.ts"
import {
  ACTION_FIELD,
  changeSettings,
  dumpSettings,
  FIELD,
  FIELD_IN,
  initialSettings,
  readWireSettings,
} from "../../../src/model/settings/index.ts"
import { ApiError, type Client } from "../../client/index.ts"
import {
  type AnswerFrom,
  compact,
  namesInFixture,
  type PulledAction,
  type PulledDatastore,
  type PulledField,
  type PulledPlace,
  type Untold,
} from "./pulled-fixture.ts"

type Settings = AnswerFrom<"getDatastoreSettings">
type WireField = Settings["fields"][number]
type FieldSettings = AnswerFrom<"getFieldSettings">
type ActionList = AnswerFrom<"getActionSettingsOfDatastore">

/** A datastore of the workspace with the settings that list its fields. */
export interface ListedDatastore extends PulledPlace {
  readonly settings: Settings
  readonly actions: ActionList
}

/** Reads the settings of a datastore. `all` contains the datastores that lookups may refer to. */
export async function pullDatastore(
  api: Client,
  datastore: ListedDatastore,
  all: readonly ListedDatastore[],
  missing: Untold,
): Promise<PulledDatastore> {
  const { settings, actions, dId } = datastore
  const fields = await Promise.all(
    settings.fields
      .toSorted((left, right) => left.fieldIndex - right.fieldIndex)
      .map(async (field) => {
        const own = await api.getFieldSettings({
          params: { "datastore-id": dId, "field-id": field.field_id } as never,
          query: { with_options: true },
        })
        return [field.display_id, pullField(datastore, field, own, all, missing)] as const
      }),
  )
  const listed = [...actions.item_actions, ...actions.statuses.flatMap(({ status_actions }) => status_actions)]
  const ordered = listed.toSorted((left, right) => left.display_order - right.display_order)
  const pulled = await Promise.all(
    ordered.map(async (action) => [action.display_id, await pullAction(api, datastore, action, missing)] as const),
  )
  const statuses = settings.statuses.map(
    ({ id, display_id, names }) => [display_id, { name: namesInFixture(names), s_id: id }] as const,
  )
  return compact({
    datastore_id: settings.display_id,
    name: namesInFixture(settings.names),
    d_id: dId,
    roles: limitedTo(settings.roles, ({ can_use }) => can_use),
    fields: Object.fromEntries(withHiddenFields(fields, settings, missing)),
    statuses: statuses.length === 0 ? undefined : Object.fromEntries(statuses),
    actions: withDefaults(pulled),
  }) as PulledDatastore
}

/** Puts labels that only ADMIN sees in the places of fields that the user does not see, so that fieldIndex stays. */
function withHiddenFields(
  fields: readonly (readonly [string, PulledField])[],
  settings: Settings,
  missing: Untold,
): (readonly [string, PulledField])[] {
  const all: (readonly [string, PulledField])[] = []
  for (const [id, field] of fields) {
    const index = settings.fields.find(({ display_id }) => display_id === id)?.fieldIndex ?? all.length
    while (all.length < index) {
      missing.add("fields that the user of the pull does not see; labels that only ADMIN sees take their places")
      all.push([`Hidden-${all.length}`, { dataType: "label", roles: [] }])
    }
    all.push([id, field])
  }
  return all
}

/** Returns the roles for which `may` is true; undefined for all roles. */
function limitedTo<R extends { readonly display_id: string }>(
  roles: readonly R[],
  may: (role: R) => boolean,
): string[] | undefined {
  const allowed = roles.filter(may)
  return allowed.length === roles.length ? undefined : allowed.map(({ display_id }) => display_id)
}

const ifTrue = (flag: boolean | undefined): true | undefined => (flag === true ? true : undefined)

const mayBeTitle = ({ dataType }: WireField): boolean => !isDataType(dataType) || fieldTypeOf({ dataType }).mayBeTitle

function pullField(
  datastore: ListedDatastore,
  field: WireField,
  own: FieldSettings,
  all: readonly ListedDatastore[],
  missing: Untold,
): PulledField {
  const layout = datastore.settings.field_layout.find(({ field_id }) => field_id === field.field_id)
  const { num_info: number, autonum_info: autonum, calc_info: calc, users_info: users, file_info: file } = own
  const selected = own.options?.filter((option) => option.selected).map(({ display_id }) => display_id) ?? []
  if (autonum !== undefined) {
    missing.add("the counters of auto numbers; a counter begins after the highest number that an item has")
  }
  const isCheckbox = field.dataType === "checkbox"
  const settings = pulledSettings(field, own)
  return compact({
    name: namesInFixture(own.name),
    f_id: field.field_id,
    dataType: field.dataType,
    ...dumpSettings(FIELD_IN.fixture, { ...settings, asTitle: settings.asTitle && mayBeTitle(field) }),
    roles: limitedTo(own.roles, ({ can_use }) => can_use),
    options: own.options && pullOptions(own.options),
    selected: selected.length === 0 ? undefined : isCheckbox ? selected : selected[0],
    autonum: autonum && { ...autonum },
    num_info: number && compact({ ...number, decimal_place: number.decimal_place ?? undefined }),
    calc: calc && calc.formula !== "" ? { formula: calc.formula } : undefined,
    dslookup: field.dataType === "dslookup" ? pullLookup(datastore, field, own.dslookup_info, all, missing) : undefined,
    users: users && { ...users },
    file: file && { ...file },
    layout: layout && compact({ sizeX: layout.sizeX, sizeY: layout.sizeY, col: layout.col, row: layout.row }),
  }) as PulledField
}

/** Returns the settings that the two responses contain. Values of GetFieldSettings take precedence. */
const pulledSettings = (field: WireField, own: FieldSettings) =>
  changeSettings(FIELD, initialSettings(FIELD), {
    ...readWireSettings(FIELD_IN.definition, field),
    ...readWireSettings(FIELD_IN.optionalDefinition, field),
    ...readWireSettings(FIELD_IN.details, own),
    ...readWireSettings(FIELD_IN.limits, own),
  })

const pullOptions = (options: NonNullable<FieldSettings["options"]>) =>
  Object.fromEntries(
    options.map(({ o_id, display_id, value, enabled, color }) => [
      display_id,
      compact({ name: namesInFixture(value), o_id, enabled: enabled ? undefined : false, color: color || undefined }),
    ]),
  )

function pullLookup(
  { application, displayId }: ListedDatastore,
  { display_id: field }: WireField,
  info: FieldSettings["dslookup_info"],
  all: readonly ListedDatastore[],
  missing: Untold,
): PulledField["dslookup"] {
  const target = all.find(({ dId }) => dId === info?.dslookup_datastore_id)
  if (info == null || target === undefined) {
    missing.add(
      `the target of the lookup ${application}/${displayId}.${field}, which was not pulled; the field is empty`,
    )
    // A fixture expresses a lookup without a target by empty names.
    return { datastore: "", field: "" }
  }
  const shown = target.settings.fields.find(({ field_id }) => field_id === info.dslookup_field_id)
  return compact({
    datastore: target.application === application ? target.displayId : `${target.application}/${target.displayId}`,
    field: shown?.display_id ?? "",
    reverse_link: ifTrue(info.reverse_link),
  }) as PulledField["dslookup"]
}

async function pullAction(
  api: Client,
  { dId, settings }: ListedDatastore,
  listed: ActionList["item_actions"][number],
  missing: Untold,
): Promise<PulledAction> {
  const params = { "datastore-id": dId, "action-id": listed.id }
  const [own, pre, post] = await Promise.all([
    api.getActionSettings({ params }),
    pullScript(api, listed.id, "pre", missing),
    pullScript(api, listed.id, "post", missing),
  ])
  const status = (id: string | undefined) =>
    settings.statuses.find((one) => one.id === id || one.display_id === id)?.display_id
  const fields = own.action_field_settings.flatMap(({ field_id, ...setting }) => {
    const field = settings.fields.find((one) => one.field_id === field_id)
    const changes = omitEmpty(dumpSettings(ACTION_FIELD, setting))
    return field === undefined || changes === undefined ? [] : [[field.display_id, changes] as const]
  })
  return compact({
    name: namesInFixture(own.name),
    a_id: listed.id,
    crud_type: listed.crud_type,
    description: own.description || undefined,
    display_order: listed.display_order,
    status: status(own.status_id),
    next_status: status(own.set_status),
    roles: limitedTo(own.roles, ({ can_execute }) => can_execute),
    fields: fields.length === 0 ? undefined : Object.fromEntries(fields),
    pre_script: pre,
    post_script: post,
  }) as PulledAction
}

/** Reads a script; undefined if the action has none, or if the caller may not read it. */
async function pullScript(
  api: Client,
  actionId: string,
  type: "pre" | "post",
  missing: Untold,
): Promise<string | undefined> {
  try {
    const { bytes } = await api.downloadActionScript({
      params: { "action-id": actionId },
      query: { script_type: type },
    })
    return new TextDecoder().decode(bytes)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.status === 403)
      missing.add("scripts of actions that the user may not read; these actions have no scripts")
    return undefined
  }
}

/** Makes the first action of each kind the default action, because the API does not say which one it is. */
function withDefaults(actions: readonly (readonly [string, PulledAction])[]): Record<string, PulledAction> {
  const kinds = new Set<string>()
  return Object.fromEntries(
    actions.map(([id, action]) => {
      if (action.status !== undefined || kinds.has(action.crud_type)) return [id, action]
      kinds.add(action.crud_type)
      return [id, { ...action, default: true }]
    }),
  )
}

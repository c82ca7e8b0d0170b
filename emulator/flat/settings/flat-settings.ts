import type { WireClient } from "../../wire-client.ts"
import { asId, instantOrNull } from "../natural-answers.ts"
import type { ItemReader } from "../read-items.ts"
import { crudTypeOf, readField, readRole } from "../seen/seen-settings.ts"
import type { FlatOperations } from "../words.ts"
import { actionBody } from "./wire-settings.ts"

type SettingsName =
  | "getDatastores"
  | "getDatastoreSettings"
  | "getActionSettingsOfDatastore"
  | "getStatuses"
  | "getActions"
  | "getNewActions"
  | "getUpdateActions"
  | "getInputFields"
  | "getActionSettings"
  | "createAction"
  | "updateAction"
  | "deleteAction"
  | "uploadActionScript"
  | "downloadActionScript"
  | "getUserQueries"
  | "getAutoActionSettings"
  | "updateAutoActionSettings"

interface StatusAction {
  readonly id: string
  readonly display_id: string
  readonly display_order: number
  readonly crud_type: "1" | "2" | "3" | "4"
}

const readStatusAction = ({ id, display_id, display_order, crud_type }: StatusAction) => ({
  aId: asId<never>(id),
  displayId: display_id,
  displayOrder: display_order,
  crudType: crud_type,
})

interface RunnableAction {
  readonly action_id: string
  readonly name: string
  readonly display_order: number
  readonly crud_type: "1" | "2"
}

const readRunnable = ({ action_id, name, display_order, crud_type }: RunnableAction) => ({
  aId: asId<never>(action_id),
  name,
  displayOrder: display_order,
  crudType: crud_type,
})

/** Datastores and their actions in flat words (api.md sections 6, 7 and 15). */
export function flatSettings(api: WireClient, items: ItemReader): Pick<FlatOperations, SettingsName> {
  /** An action of a route that names no datastore. */
  const actionAlone = async (place: { readonly datastore?: string | undefined; readonly action: string }) => ({
    "action-id": await items.action(place),
  })

  return {
    async getDatastores({ application }) {
      const datastores = await api.getDatastores({ params: { "project-id": application } })
      return {
        datastores: datastores.map(({ datastore_id, display_id, name }) => ({
          dId: asId(datastore_id),
          displayId: display_id,
          name,
        })),
      }
    },

    async getDatastoreSettings(place) {
      const settings = await api.getDatastoreSettings({ params: await items.datastoreAlone(place) })
      return {
        dId: asId(settings.id),
        displayId: settings.display_id,
        fields: settings.fields.map(readField),
        statuses: settings.statuses.map(({ id, display_id }) => ({ sId: asId(id), displayId: display_id })),
        roles: settings.roles.map(readRole),
      }
    },

    async getActionSettingsOfDatastore(place) {
      const params = await items.datastoreAlone(place)
      const { statuses, item_actions } = await api.getActionSettingsOfDatastore({ params })
      return {
        statuses: statuses.map(({ id, display_id, status_actions }) => ({
          sId: asId(id),
          displayId: display_id,
          actions: status_actions.map(readStatusAction),
        })),
        itemActions: item_actions.map(readStatusAction),
      }
    },

    async getStatuses(place) {
      const statuses = await api.getStatuses({ params: await items.datastoreAlone(place) })
      return {
        statuses: statuses.map(({ status_id, display_id, displayed_name, sort_id }) => ({
          sId: asId(status_id),
          displayId: display_id,
          name: displayed_name,
          sortId: sort_id,
        })),
      }
    },

    async getActions({ status, ...place }) {
      const params = await items.datastoreAlone(place)
      const actions = await api.getActions({ params, query: { status_id: status } })
      return {
        actions: actions.map(({ action_id, display_id, name, operation }) => ({
          aId: asId(action_id),
          displayId: display_id,
          name,
          crudType: crudTypeOf(operation),
        })),
      }
    },

    async getNewActions(place) {
      const { actions } = await api.getNewActions({ params: await items.datastoreAlone(place) })
      return { actions: actions.map(readRunnable) }
    },

    async getUpdateActions({ status, ...place }) {
      const params = await items.datastoreAlone(place)
      return {
        actions: (await api.getUpdateActions({ params, query: { status_id: status } })).actions.map(readRunnable),
      }
    },

    async getInputFields({ action, ...place }) {
      const params = { ...(await items.datastoreAlone(place)), "action-id": action }
      return { fields: Object.values((await api.getInputFields({ params })).action_fields).map(readField) }
    },

    async getActionSettings({ datastore = "", action }) {
      const params = { "datastore-id": datastore, "action-id": action }
      const settings = await api.getActionSettings({ params })
      return {
        aId: asId(settings.action_id),
        displayId: settings.display_id,
        description: settings.description,
        crudType: crudTypeOf(settings.operation),
        roles: settings.roles.filter((role) => role.can_execute).map(({ display_id }) => display_id),
      }
    },

    async createAction({ settings, ...place }) {
      const { operation, name } = settings
      const made = await api.createAction({
        params: await items.datastoreAlone(place),
        body: { ...actionBody(settings), operation, name },
      })
      return { aId: asId(made.action_id), displayId: made.display_id }
    },

    async updateAction({ datastore = "", action, settings }) {
      const params = { "datastore-id": datastore, "action-id": action }
      await api.updateAction({ params, body: actionBody(settings) })
    },

    async deleteAction({ datastore = "", action }) {
      await api.deleteAction({ params: { "datastore-id": datastore, "action-id": action } })
    },

    async uploadActionScript({ scriptType, code, sync, ...place }) {
      await api.uploadActionScript({
        params: await actionAlone(place),
        form: { script_type: scriptType, sync },
        file: new Blob([code], { type: "text/javascript" }),
      })
    },

    async downloadActionScript({ scriptType, ...place }) {
      const params = await actionAlone(place)
      const { bytes } = await api.downloadActionScript({ params, query: { script_type: scriptType } })
      return { code: new TextDecoder().decode(bytes) }
    },

    async getUserQueries({ application }) {
      const queries = await api.getUserQueries({ params: { "app-id": application } })
      return {
        queries: queries.map(({ q_id, name, desc, display_order }) => ({
          qId: asId(q_id),
          name,
          desc,
          displayOrder: display_order,
        })),
      }
    },

    async getAutoActionSettings({ autoId }) {
      const auto = await api.getAutoActionSettings({ params: { "auto-id": autoId } })
      const startedAt = instantOrNull(auto.last_execution.started_at)
      return {
        autoId: asId(auto.auto_id),
        name: auto.name,
        comment: auto.comment,
        timeType: auto.action_schedule.time_type,
        timeValue: auto.action_schedule.time_value,
        nextExecAt: instantOrNull(auto.action_schedule.NextExec),
        enabled: auto.enabled,
        lastExecution: startedAt === null ? null : { startedAt, endedAt: auto.last_execution.ended_at },
      }
    },

    async updateAutoActionSettings({ autoId, enabled, schedule }) {
      const action_schedule = schedule && { time_type: schedule.timeType, time_value: schedule.timeValue }
      await api.updateAutoActionSettings({ params: { "auto-id": autoId }, body: { action_schedule, enabled } })
    },
  }
}

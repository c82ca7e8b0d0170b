import type {
  ActionAnswer,
  FieldAnswer,
  GroupAnswer,
  IId,
  ItemAnswer,
  LedFacts,
  StartedTaskAnswer,
  UserAnswer,
  WorkspaceAnswer,
} from "../../../src/inside.ts"
import type * as People from "./seen-people.ts"
import type * as Settings from "./seen-settings.ts"

/** What the API tells of an action that may be run. */
export type OfferedAction = Pick<ActionAnswer, "aId" | "displayId" | "name" | "crudType" | "displayOrder">

/** What the API tells of what the reader may do to an item. */
export interface SeenActions {
  /** Actions of its status, then those of any status, by display_order. */
  readonly actions: readonly OfferedAction[]
}

/** An item with what the reader may do to it. */
export interface SeenItem extends ItemAnswer, LedFacts, SeenActions {}

/**
 * Operations of which the API tells less than a world in process: what is left of their answers (docs/client.md, "Flat words"). Every
 * other operation answers as in process.
 */
export interface SeenAnswers {
  readonly addUser: {
    /** False: they were in the group already. */
    readonly added: boolean
    /** True: there was a user of that address before. */
    readonly exists: boolean
    /** Whether a mail went out. */
    readonly emailSent: boolean
    /** Who was added. */
    readonly user: People.SeenUser
  }
  readonly confirmRegistration: People.SeenLink
  readonly confirmUserEmail: People.SeenLink & {
    /** Top group of their current workspace; null while they are in none. */
    readonly group: GroupAnswer | null
  }
  readonly createField: Pick<FieldAnswer, "fId" | "displayId" | "dataType">
  readonly createItemWithItemID: {
    /** ID of the item. */
    readonly itemId: IId
  }
  readonly getActionSettings: Settings.SeenActionSettings
  readonly getActionSettingsOfDatastore: Settings.SeenActionsByStatus
  readonly getActions: {
    /** In the order in which they were made. */
    readonly actions: readonly Settings.SeenAction[]
  }
  readonly getAllUsersInWorkspace: {
    /** The users themselves. */
    readonly users: readonly (People.SeenUser & Pick<UserAnswer, "emailSent">)[]
  }
  readonly getApplicationAndDatastore: Settings.SeenApplicationAndDatastore
  readonly getApplicationOfDatastore: Settings.SeenApplication
  readonly getApplicationSettings: Settings.SeenApplicationSettings
  readonly getApplicationsAndDatastores: {
    /** By display order. */
    readonly applications: readonly Omit<Settings.SeenApplicationSettings, "roles">[]
  }
  readonly getAutoActionSettings: Settings.SeenAutoAction
  readonly getCurrentWorkspace: Pick<WorkspaceAnswer, "wId">
  readonly getDatastoreFields: Settings.SeenFields
  readonly getDatastoreSettings: Settings.SeenDatastoreSettings
  readonly getFieldSettings: Settings.SeenFieldSettings
  readonly getGroup: {
    /** The group that was asked for; the top group without any. */
    readonly group: People.SeenGroup
    /** By index. */
    readonly children: readonly People.SeenGroup[]
  }
  readonly getGroupTree: People.SeenGroupTree
  readonly getInputFields: Settings.SeenFields
  readonly getItemDetails: SeenItem
  readonly getItemSearchConditions: {
    /** Those that the caller is shown, by fieldIndex. */
    readonly fields: readonly Settings.SeenSearchField[]
  }
  readonly getNewActions: Settings.SeenRunnables
  readonly getRoleUsers: {
    /** The users themselves. */
    readonly users: readonly People.NamedUser[]
  }
  readonly getTasks: {
    /** Oldest first. */
    readonly tasks: readonly Settings.SeenTaskAnswer[]
  }
  readonly getUpdateActions: Settings.SeenRunnables
  readonly getUserInfo: People.SeenUserInfo
  readonly getUserInfoByAdmin: People.SeenUserByAdmin
  readonly getUserQueries: {
    /** By display order. */
    readonly queries: readonly Settings.SeenQuery[]
  }
  readonly getUsersInGroup: {
    /** Each of them once. */
    readonly members: readonly People.SeenGroupMember[]
  }
  readonly getUsersInWorkspace: {
    /** Groups with direct members, in the order of the tree. */
    readonly groups: readonly People.SeenGroupUsers[]
  }
  // biome-ignore lint/suspicious/noConfusingVoidType: it is what a call returns
  readonly postItemComment: void
  readonly registerUser: {
    /** Who registered. */
    readonly user: People.NamedUser & Pick<UserAnswer, "confirmed">
    /** Bearer token of their requests. */
    readonly token: string
  }
  readonly saveTemplate: Pick<StartedTaskAnswer, "streamId"> & {
    /** ID of the template. */
    readonly tpId: string
  }
  readonly uploadTemplate: Pick<StartedTaskAnswer, "streamId">
  readonly validatePassword: Pick<People.SeenLink, "isElapsed">
}

import type { DataType } from "../../../src/model/records/index.ts"
import type { ACTION_FIELD, AUTONUM, FIELD_IN, RecordOf, USERS } from "../../../src/model/settings/index.ts"

/** A datastore's field, as the exported fixture describes it. */
export interface KitField extends RecordOf<typeof FIELD_IN.kit>, RecordOf<typeof USERS> {
  /** The field's display ID, used as the key of its value in items. */
  readonly displayId: string
  /** ID of the field. */
  readonly fId: string
  /** Type of the field's values (model.md section 5). */
  readonly dataType: DataType
  /** Display IDs of the roles whose holders can see the field. */
  readonly roles: readonly string[]
  /** The field's options, in the fixture's order; empty for fields without options. */
  readonly options: readonly {
    /** The option's display ID, used as the value in items. */
    readonly displayId: string
    /** ID of the option. */
    readonly oId: string
    /** Whether writes may choose the option. */
    readonly enabled: boolean
  }[]
  /** Display IDs of the options that new items have by default. */
  readonly selected: readonly string[]
  /** Format and counters of an autonum field; null for other fields. */
  readonly autonum:
    | (RecordOf<typeof AUTONUM> & {
        /** The last number that a new item received. */
        readonly start: number
        /** The last number that GetAutoNumber returned for each branch key. The key `""` counts calls without a branch key. */
        readonly branches: Readonly<Record<string, number>>
      })
    | null
  /** Settings of a dslookup field; null for other fields. */
  readonly lookup: {
    /** Datastore that contains the selectable items, as `APP/DS`. */
    readonly datastore: string
    /** Whether the selected item gets a reverse link to the item that contains the lookup field. */
    readonly reverseLink: boolean
  } | null
  /** The formula of a calc field; null for other fields. */
  readonly formula: string | null
}

export type KitFieldSetting = RecordOf<typeof ACTION_FIELD>

export interface KitAction {
  readonly displayId: string
  readonly aId: string
  /** The action's effect on an item: 1 creates, 2 updates, 3 deletes, 4 copies it. */
  readonly crudType: "1" | "2" | "3" | "4"
  /** Display ID of the status in which the action is available; null if the action does not depend on the status. */
  readonly status: string | null
  /** Status of the item after the action, as a display ID; null if the action keeps the current status. */
  readonly nextStatus: string | null
  readonly isDefault: boolean
  readonly roles: readonly string[]
  readonly publishGroups: boolean
  readonly publishRoles: readonly string[]
  readonly fields: Readonly<Record<string, KitFieldSetting>>
  readonly hasScript: boolean
}

/** An item that exists before any request. */
export interface KitItem {
  /** The item's key in the fixture, which `@key` references use; null if the item has no key. */
  readonly key: string | null
  /** ID of the item. */
  readonly iId: string
  /** Field values by display ID, in the fixture's format. */
  readonly values: Readonly<Record<string, unknown>>
  /** Display ID of the item's status; null means the initial status, or no status if the datastore has none. */
  readonly status: string | null
  /** Revision number, which is 1 after creation and grows by 1 with each write. */
  readonly revNo: number
  /** Groups, roles and users who can see the item, in the fixture's format. */
  readonly access: {
    /** The groups' display IDs (group_id). */
    readonly groups: readonly string[]
    /** The roles, as `APP:ROLE`. */
    readonly roles: readonly string[]
    /** The users, as e-mail addresses or other user references. */
    readonly users: readonly string[]
  }
  /** Items that this item links to, as `DS@key` or i_id. */
  readonly links: readonly string[]
}

/** A datastore of the tested workspace. */
export interface KitDatastore {
  /** The datastore's path `APP/DS`, which is unique in the workspace. */
  readonly path: string
  /** Display ID of the datastore's application. */
  readonly application: string
  /** ID of the application in requests: its display ID, or its p_id if another workspace uses the same display ID. */
  readonly appId: string
  /** The datastore's display ID. */
  readonly displayId: string
  /** ID of the datastore. */
  readonly dId: string
  /** The datastore's fields, in the fixture's order. */
  readonly fields: readonly KitField[]
  /** Display IDs of the statuses, in order; new items start in the first status. */
  readonly statuses: readonly string[]
  /** The datastore's actions, in the fixture's order. */
  readonly actions: readonly KitAction[]
  /** Display IDs of the roles whose holders can see the datastore. */
  readonly roles: readonly string[]
  /** Datastores, as `APP/DS`, whose items a write may change through related_ds_items. */
  readonly relations: readonly string[]
  /** Whether the datastore's auto_links link its items automatically. */
  readonly hasAutoLinks: boolean
  /** The items that the datastore contains before any request. */
  readonly items: readonly KitItem[]
}

/** A group of the workspace. */
export interface KitGroup {
  /** ID of the group. */
  readonly gId: string
  /** The group's display ID. */
  readonly displayId: string
  /** gId of the parent group; null for the top group. */
  readonly parent: string | null
  /** Roles that the group grants to its members, as `APP:ROLE`. */
  readonly roles: readonly string[]
}

/** A user of the workspace. */
export interface KitUser {
  /** ID of the user. */
  readonly uId: string
  /** The user's e-mail address. */
  readonly email: string
  /** The user's display name. */
  readonly username: string
  /** Reference for requests: `e-mail#user_code` if the user has a user code, otherwise `e-mail`. */
  readonly reference: string
  /** gIds of the tested workspace's groups that the user belongs to directly. */
  readonly groups: readonly string[]
  /** gIds of the groups that list the user as an administrator. */
  readonly svGroups: readonly string[]
  /** Roles granted to the user directly, not through groups, as `APP:ROLE`. */
  readonly roles: readonly string[]
  /** Whether the user administers the workspace. */
  readonly isWorkspaceAdmin: boolean
  /** w_id of the user's current workspace, the only one that the user can see; null if the user has none. */
  readonly current: string | null
  /** Whether the user is a workspace-only user, whom an e-mail address alone does not identify (model.md section 2.1). */
  readonly isExclusive: boolean
  /** w_ids of the user's workspaces other than the tested one, in the world's order. */
  readonly otherWorkspaces: readonly string[]
}

export interface KitAutoAction {
  readonly autoId: string
  readonly datastore: string
  readonly action: string
  readonly comment: string
  /** Search conditions for the items on which the auto action runs, in the format of ItemList's body. */
  readonly conditions: readonly unknown[]
  readonly timeType: string
  /** Time of day, weekday, day of the month or interval, depending on `timeType`. */
  readonly timeValue: string
  readonly enabled: boolean
}

/** A role of an application. */
export interface KitRole {
  /** The role's path `APP:ROLE`. */
  readonly path: string
  /** ID of the role. */
  readonly rId: string
  /** ID of the application in requests, as in `KitDatastore.appId`. */
  readonly appId: string
}

export type AvoidableMember = "access_key_updates" | "related_ds_items"

/** The tested workspace: users, groups, roles, datastores and initial items. */
export interface KitSchema {
  /** Name of the tested workspace. */
  readonly workspace: string
  /** ID of the workspace. */
  readonly wId: string
  /** The workspace's groups; the top group is first. */
  readonly groups: readonly KitGroup[]
  /** The users who belong to at least one of the workspace's groups. */
  readonly users: readonly KitUser[]
  /** w_ids of the world's other workspaces. */
  readonly otherWorkspaces: readonly string[]
  /** The roles of the workspace's applications. */
  readonly roles: readonly KitRole[]
  /** The datastores of the workspace's applications. */
  readonly datastores: readonly KitDatastore[]
  /** The auto actions of the workspace's applications. */
  readonly autoActions: readonly KitAutoAction[]
  /** The world's time when the schema was read: ISO 8601 in UTC. */
  readonly now: string
  /** Properties that generated item writes omit. */
  readonly avoid: readonly AvoidableMember[]
}

import type { DataType } from "../../../src/inside.ts"

/** A field as the kit needs it, read from an exported fixture. */
export interface KitField {
  /** By which items name its values. */
  readonly displayId: string
  /** ID of the field. */
  readonly fId: string
  /** What values it holds (model.md section 5). */
  readonly dataType: DataType
  /** Whether no two items may hold the same value. */
  readonly unique: boolean
  /** Whether its value stands in the item's title. */
  readonly asTitle: boolean
  /** Whether it can be searched. */
  readonly search: boolean
  /** Whether answers leave it out. */
  readonly hideFromApi: boolean
  /** The least value, or length of a text; empty is none. */
  readonly minValue: string
  /** The greatest value, or length of a text; empty is none. */
  readonly maxValue: string
  /** Display IDs of the roles that see it. */
  readonly roles: readonly string[]
  /** What can be chosen, in order. */
  readonly options: readonly {
    /** By which items name it. */
    readonly displayId: string
    /** ID of the option. */
    readonly oId: string
    /** Whether it may still be chosen. */
    readonly enabled: boolean
  }[]
  /** How numbers are given out; null for other fields. */
  readonly autonum: {
    /** Stands before the number. */
    readonly prefix: string
    /** Whether zeros fill the number up to `digit` places. */
    readonly zeroPadding: boolean
    /** How many places a padded number has. */
    readonly digit: number
    /** The display counter: the number issued last. */
    readonly start: number
    /** The other counters, `""` the no-branch one. */
    readonly branches: Readonly<Record<string, number>>
  } | null
  /** The datastore looked up, as `APP/DS`. */
  readonly lookup: {
    /** Whose items can be chosen, as `APP/DS`. */
    readonly datastore: string
    /** Whether the item chosen is linked back. */
    readonly reverseLink: boolean
  } | null
  /** What its value is computed by; null for other fields. */
  readonly formula: string | null
  /** Whether it holds one user at most. */
  readonly singleSelect: boolean
  /** Users selected in it get the item's key. */
  readonly publish: boolean
}

/** How an action treats a field. */
export interface KitFieldSetting {
  /** Whether the action shows the field. */
  readonly show: boolean
  /** Whether it writes the field. */
  readonly update: boolean
  /** Whether it asks for a value. */
  readonly mandatory: boolean
}

export interface KitAction {
  /** Display ID of the action. */
  readonly displayId: string
  /** ID of the action. */
  readonly aId: string
  /** 1 creates, 2 updates, 3 deletes, 4 copies. */
  readonly crudType: "1" | "2" | "3" | "4"
  /** Display ID of the status it is offered in; null for an item action. */
  readonly status: string | null
  /** Display ID of the status that the item gets; null: it keeps its own. */
  readonly nextStatus: string | null
  /** Whether it runs where none of its kind is named. */
  readonly isDefault: boolean
  /** Display IDs of the roles that may run it. */
  readonly roles: readonly string[]
  /** Whether the groups of whoever runs it get the item's key. */
  readonly publishGroups: boolean
  /** Display IDs of the roles that get the item's key. */
  readonly publishRoles: readonly string[]
  /** How it treats fields, by display ID. */
  readonly fields: Readonly<Record<string, KitFieldSetting>>
  /** Whether a script of its own runs with it. */
  readonly hasScript: boolean
}

/** An item that is there at the beginning. */
export interface KitItem {
  /** Its name in the fixture, for `@key` references. */
  readonly key: string | null
  /** ID of the item. */
  readonly iId: string
  /** Values by display ID, as the fixture has them. */
  readonly values: Readonly<Record<string, unknown>>
  /** Display ID of its status; null: the initial one, or none. */
  readonly status: string | null
  /** How often it was written, from 1. */
  readonly revNo: number
  /** Who sees it: groups, roles and users, as the fixture names them. */
  readonly access: {
    /** group_ids. */
    readonly groups: readonly string[]
    /** Roles as `APP:ROLE`. */
    readonly roles: readonly string[]
    /** E-mail addresses, or what else names a user. */
    readonly users: readonly string[]
  }
  /** The items that it links to, as `DS@key` or i_id. */
  readonly links: readonly string[]
}

/** A datastore as commands are drawn for it. */
export interface KitDatastore {
  /** `APP/DS`, unique in its workspace. */
  readonly path: string
  /** Display ID of its application. */
  readonly application: string
  /** What requests call its application: the p_id where another workspace has an application of that display ID. */
  readonly appId: string
  /** Its display ID. */
  readonly displayId: string
  /** ID of the datastore. */
  readonly dId: string
  /** Its fields, in the fixture's order. */
  readonly fields: readonly KitField[]
  /** Display IDs in status order; the first is the initial one. */
  readonly statuses: readonly string[]
  /** What can be done to its items, in order. */
  readonly actions: readonly KitAction[]
  /** Display IDs of the roles that see it. */
  readonly roles: readonly string[]
  /** The datastores that a write may name in related_ds_items, as `APP/DS`. */
  readonly relations: readonly string[]
  /** Whether its items link themselves. */
  readonly hasAutoLinks: boolean
  /** The items that are there at the beginning. */
  readonly items: readonly KitItem[]
}

/** A group of the workspace. */
export interface KitGroup {
  /** ID of the group. */
  readonly gId: string
  /** Its display ID. */
  readonly displayId: string
  /** gId of the group above; null for the top group. */
  readonly parent: string | null
  /** `APP:ROLE`. */
  readonly roles: readonly string[]
}

/** A user of the workspace. */
export interface KitUser {
  /** ID of the user. */
  readonly uId: string
  /** Their e-mail address. */
  readonly email: string
  /** What people call them. */
  readonly username: string
  /** `e-mail` or `e-mail#user_code`. */
  readonly reference: string
  /** gIds of direct memberships, in the workspace the kit works in. */
  readonly groups: readonly string[]
  /** gIds of the groups they administer directly. */
  readonly svGroups: readonly string[]
  /** `APP:ROLE` granted directly. */
  readonly roles: readonly string[]
  /** Whether they administer the workspace. */
  readonly isWorkspaceAdmin: boolean
  /** w_id of the workspace they work in; null for who is in none. Elsewhere, this workspace is as if it did not exist. */
  readonly current: string | null
  /** A workspace-only user, whom requests by address do not mean (model.md section 2.1). */
  readonly isExclusive: boolean
  /** w_ids of the other workspaces that they are in, in the world's order. */
  readonly otherWorkspaces: readonly string[]
}

export interface KitAutoAction {
  /** ID of the auto action. */
  readonly autoId: string
  /** Its datastore, as `APP/DS`. */
  readonly datastore: string
  /** The action that it runs, by display ID. */
  readonly action: string
  /** What it notes in histories. */
  readonly comment: string
  /** Which items it runs on, in the words of ItemList. */
  readonly conditions: readonly unknown[]
  /** How often it runs. */
  readonly timeType: string
  /** When, in the form of its `timeType`. */
  readonly timeValue: string
  /** Whether it runs. */
  readonly enabled: boolean
}

/** A report of one datastore whose rows can be told from its items. */
export interface KitReport {
  /** ID of the report. */
  readonly rpId: string
  /** Display ID of its application. */
  readonly application: string
  /** What requests call its application, as with a datastore. */
  readonly appId: string
  /** The datastore that it is about, as `APP/DS`. */
  readonly datastore: string
  /** Display IDs of the roles that may read it. */
  readonly roles: readonly string[]
  /** Display IDs of the fields whose equal values make one row; empty: each item is a row. */
  readonly groupBy: readonly string[]
  /** Search conditions that items fit to be in it. */
  readonly conditions: readonly unknown[]
  /** Display IDs of the fields that they name. */
  readonly conditionFields: readonly string[]
}

/** A role of an application. */
export interface KitRole {
  /** `APP:ROLE`. */
  readonly path: string
  /** ID of the role. */
  readonly rId: string
  /** What requests call its application, as with a datastore. */
  readonly appId: string
}

/** Members of item writes that a property may want to do without. */
export type AvoidableMember = "access_key_updates" | "related_ds_items"

/** What the kit knows of the world it tests: one workspace with its people, datastores and items. */
export interface KitSchema {
  /** Name of the workspace that the kit works in. */
  readonly workspace: string
  /** ID of the workspace. */
  readonly wId: string
  /** Its groups, the top one first. */
  readonly groups: readonly KitGroup[]
  /** Those who are in one of its groups. */
  readonly users: readonly KitUser[]
  /** w_ids of the world's other workspaces. */
  readonly otherWorkspaces: readonly string[]
  /** The roles of its applications. */
  readonly roles: readonly KitRole[]
  /** The datastores of its applications. */
  readonly datastores: readonly KitDatastore[]
  /** What runs by the clock. */
  readonly autoActions: readonly KitAutoAction[]
  /** Those of the reports whose rows can be told from items. */
  readonly reports: readonly KitReport[]
  /** Whether applications may be made in the workspace, as many as one likes. */
  readonly makesApplications: boolean
  /** The world's time at the beginning: ISO 8601 in UTC. */
  readonly now: string
  /** Members of item writes that are not to be generated. */
  readonly avoid: readonly AvoidableMember[]
}

// Generated. Do not edit: `hexarium types` overwrites this file.

/** An item that a lookup names. */
export interface LookedUpItem {
  /** ID of the item. */
  readonly itemId: string
  /** The value of the field that the lookup shows; without one the item's title. */
  readonly title: string
  /** ID of its datastore. */
  readonly dId: string
}

/** An item as a write names it. */
export interface NamedItem {
  /** ID of the item. */
  readonly itemId: string
}

/** A file of an item. */
export interface StoredFile {
  /** ID of the file. */
  readonly fileId: string
  /** Its file name. */
  readonly name: string
  /** Media type, e.g. image/png. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}

/** A file as a write names it. */
export interface NamedFile {
  /** ID of the file. */
  readonly fileId: string
}

/** The whole schema. */
export interface Schema {
  readonly applications: {
    /** Shop */
    readonly SHOP: ShopApplication
  }
  readonly groups: Group
}

/** The application SHOP: Shop. */
export interface Shop {
  readonly applications: {
    /** Shop */
    readonly SHOP: ShopApplication
  }
  readonly groups: Group
}

/** Groups: shop (Shop). */
export type Group = "shop"

/** Datastores and roles of the application SHOP. */
export interface ShopApplication {
  readonly datastores: {
    /** Orders */
    readonly Orders: ShopOrdersTypes
    /** Lines */
    readonly Lines: ShopLinesTypes
    /** Salaries */
    readonly Salaries: ShopSalariesTypes
  }
  /** Roles: ADMIN (admin), MEMBER (member). */
  readonly roles: "ADMIN" | "MEMBER"
}

/** SHOP/Orders: Orders. An item's values by field, as reads return them. */
export interface ShopOrders {
  /** No, autonum, part of the title */
  readonly No: string
  /** Total, number */
  readonly Total: number | null
  /** Status, status */
  readonly Status: "open" | "paid" | null
}

/** SHOP/Orders: Orders. An item's values by field, as writes accept them. */
export interface ShopOrdersInput {
  /** Total, number */
  readonly Total?: number | null
  /** Status, status */
  readonly Status?: "open" | "paid"
}

/** Statuses of SHOP/Orders: open (Open), paid (Paid). */
export type ShopOrdersStatus = "open" | "paid"

/** Actions of SHOP/Orders: Create, Update, Pay, Delete. */
export type ShopOrdersAction = "Create" | "Update" | "Pay" | "Delete"

/** Saved lists of SHOP/Orders. */
export type ShopOrdersList = never

/** SHOP/Orders: Orders. Types that operations use for this datastore. */
export interface ShopOrdersTypes {
  readonly values: ShopOrders
  readonly input: ShopOrdersInput
  readonly matches: {
    readonly No: "text"
    readonly Total: "number"
    readonly Status: "ids"
  }
  readonly actions: {
    /** Create */
    readonly Create: { readonly operation: "new"; readonly requires: never; readonly refuses: never }
    /** Update */
    readonly Update: { readonly operation: "update"; readonly requires: never; readonly refuses: never }
    /** Pay */
    readonly Pay: { readonly operation: "update"; readonly requires: never; readonly refuses: never }
    /** Delete */
    readonly Delete: { readonly operation: "delete"; readonly requires: never; readonly refuses: never }
  }
  readonly defaultCreate: "Create"
  readonly statuses: ShopOrdersStatus
  readonly relations: "Lines"
  readonly related: {
    /** Lines */
    readonly Lines?: unknown
  }
  readonly lists: ShopOrdersList
}

/** SHOP/Lines: Lines. An item's values by field, as reads return them. */
export interface ShopLines {
  /** Order, dslookup, of Orders */
  readonly Order: LookedUpItem | null
  /** Amount, number, at least -100, at most 100 */
  readonly Amount: number | null
}

/** SHOP/Lines: Lines. An item's values by field, as writes accept them. */
export interface ShopLinesInput {
  /** Order, dslookup, of Orders */
  readonly Order?: string | NamedItem | null
  /** Amount, number, at least -100, at most 100 */
  readonly Amount?: number | null
}

/** Statuses of SHOP/Lines. */
export type ShopLinesStatus = never

/** Actions of SHOP/Lines: Create, Correct, Remove. */
export type ShopLinesAction = "Create" | "Correct" | "Remove"

/** Saved lists of SHOP/Lines. */
export type ShopLinesList = never

/** SHOP/Lines: Lines. Types that operations use for this datastore. */
export interface ShopLinesTypes {
  readonly values: ShopLines
  readonly input: ShopLinesInput
  readonly matches: {
    readonly Order: "ids"
    readonly Amount: "number"
  }
  readonly actions: {
    /** Create */
    readonly Create: { readonly operation: "new"; readonly requires: never; readonly refuses: never }
    /** Correct */
    readonly Correct: { readonly operation: "update"; readonly requires: never; readonly refuses: never }
    /** Remove */
    readonly Remove: { readonly operation: "delete"; readonly requires: never; readonly refuses: never }
  }
  readonly defaultCreate: "Create"
  readonly statuses: ShopLinesStatus
  readonly relations: never
  readonly lists: ShopLinesList
}

/** SHOP/Salaries: Salaries. An item's values by field, as reads return them. */
export interface ShopSalaries {
  /** Amount, number */
  readonly Amount: number | null
  /** Status, status */
  readonly Status: "draft" | "approved" | null
}

/** SHOP/Salaries: Salaries. An item's values by field, as writes accept them. */
export interface ShopSalariesInput {
  /** Amount, number */
  readonly Amount?: number | null
  /** Status, status */
  readonly Status?: "draft" | "approved"
}

/** Statuses of SHOP/Salaries: draft (Draft), approved (Approved). */
export type ShopSalariesStatus = "draft" | "approved"

/** Actions of SHOP/Salaries: Create, Update, Delete, Approve. */
export type ShopSalariesAction = "Create" | "Update" | "Delete" | "Approve"

/** Saved lists of SHOP/Salaries. */
export type ShopSalariesList = never

/** SHOP/Salaries: Salaries. Types that operations use for this datastore. */
export interface ShopSalariesTypes {
  readonly values: ShopSalaries
  readonly input: ShopSalariesInput
  readonly matches: {
    readonly Amount: "number"
    readonly Status: "ids"
  }
  readonly actions: {
    /** Create */
    readonly Create: { readonly operation: "new"; readonly requires: never; readonly refuses: never }
    /** Update */
    readonly Update: { readonly operation: "update"; readonly requires: never; readonly refuses: never }
    /** Delete */
    readonly Delete: { readonly operation: "delete"; readonly requires: never; readonly refuses: never }
    /** Approve */
    readonly Approve: { readonly operation: "update"; readonly requires: never; readonly refuses: never }
  }
  readonly defaultCreate: "Create"
  readonly statuses: ShopSalariesStatus
  readonly relations: never
  readonly lists: ShopSalariesList
}

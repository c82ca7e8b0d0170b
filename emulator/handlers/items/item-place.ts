/** Application and datastore of a path. */
export const datastorePlace = (params: Readonly<Record<string, string>>) => ({
  application: params["app-id"] ?? "",
  datastore: params["datastore-id"] ?? "",
})

/** Application, datastore and item of a path. */
export const itemPlace = (params: Readonly<Record<string, string>>) => ({
  application: params["app-id"] ?? "",
  datastore: params["datastore-id"] ?? "",
  itemId: params["item-id"] ?? "",
})

/** Datastore of a path that may name its application, too. */
export const placeInApplication = (params: { readonly "app-id"?: string; readonly "datastore-id": string }) => ({
  application: params["app-id"],
  datastore: params["datastore-id"],
})

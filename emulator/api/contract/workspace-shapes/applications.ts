import * as z from "zod"
import { answer, answerOf, displayId, internalId, listOf, names } from "../shapes.ts"
import { roleMembers } from "./role-shapes.ts"

const application = answerOf(() => ({
  p_id: internalId().describe("Internal ID of the application"),
  workspace_id: internalId().describe("Internal ID of the workspace"),
  name: z.string().describe("Name of the application"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
}))

export const applicationSettingsAnswer = answerOf(() => ({
  id: internalId().describe("Internal ID"),
  application_id: internalId().describe("Internal ID of the application"),
  workspace_id: internalId().describe("Internal ID of the workspace"),
  name: z.string().describe("Name of the application, in the world's language"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  names: names().describe("Name by language"),
  roles: listOf("Roles", roleMembers()),
  datastores: listOf("The application's datastores", {
    datastore_id: internalId().describe("Internal ID of the datastore"),
    name: z.string().describe("Name of the datastore"),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
  }),
}))

export const applicationAnswer = application

export const applicationAndDatastoreAnswer = answerOf(() => ({
  project: application().describe("The application"),
  datastore: answer({
    d_id: internalId().describe("Internal ID of the datastore"),
    p_id: internalId().describe("Internal ID of the application"),
    name: z.string().describe("Name of the datastore"),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
  }).describe("The datastore"),
}))

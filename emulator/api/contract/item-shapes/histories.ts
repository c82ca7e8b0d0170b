import * as z from "zod"
import { CRUD_TYPES } from "../../../../src/model/records/index.ts"
import { integer, internalId, millis, namedAnswer } from "../shapes.ts"

/** Schema of `History` (api.md section 20). */
export const history = namedAnswer("History", () => ({
  history_id: internalId().describe("ID of the entry"),
  comment: z.string().describe("Text of the comment"),
  display_order: integer().describe("Position in the response, counted from 0"),
  is_unread: z.boolean().describe("Whether the caller has not read the entry"),
  created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
  updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
  updated_by: internalId().optional().describe("u_id of the user who edited the comment"),
  is_updated: z.boolean().describe("Whether the comment was edited"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
  datastore_name: z.string().describe("Name of the datastore"),
  user_id: internalId().describe("ID of the user"),
  username: z.string().describe("Name of the user"),
  email: z.string().describe("E-mail address"),
  media_link: z.string().optional().describe("URL of the user's profile picture"),
  action_id: internalId().optional().describe("Display ID or a_id of the action"),
  action_name: z.string().optional().describe("Name of the action"),
  action_operation: z.enum(CRUD_TYPES).optional().describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
  is_status_action: z.boolean().optional().describe("Whether the action is available only in the status of status_id"),
  transaction_id: z.string().optional().describe("ID shared by all history entries of one request"),
}))

export type WireHistory = z.input<ReturnType<typeof history>>

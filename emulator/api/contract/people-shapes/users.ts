import * as z from "zod"
import {
  answer,
  answerOf,
  anyObject,
  integer,
  internalId,
  lazy,
  listOf,
  millis,
  namedAnswer,
  success,
} from "../shapes.ts"
import { userRole } from "./current-user.ts"

/** Schema of `user_profile` (api.md section 5.1). */
export const userProfile = namedAnswer("UserProfile", () => ({
  confirmed: z.boolean().describe("Whether the address is confirmed; unconfirmed users can't log in"),
  email: z.string().describe("E-mail address"),
  email_sent: z.boolean().describe("Whether the request sent a mail to the user"),
  profile_pics: listOf("A list with one element, the profile picture", {
    mediaLink: z.string().describe("URL of the profile picture"),
  }),
  u_id: internalId().describe("ID of the user"),
  user_code: z.string().optional().describe("User code; distinguishes users with the same address"),
  username: z.string().describe("Name of the user"),
}))

export type WireUserProfile = z.input<ReturnType<typeof userProfile>>

export const invitations = lazy(() =>
  z.array(
    z.union([
      answer({
        email: z.string().describe("E-mail address"),
        stats: z
          .union([z.literal(200), z.literal(400)])
          .describe("200 if the mail was sent; 400 if the user does not exist"),
      }),
      answer({
        email: z.string().describe("E-mail address"),
        confirmation_id: z.string().describe("Confirmation ID from the link in the mail"),
      }),
    ]),
  ),
)

export const handledMembers = lazy(() =>
  success(
    answer({
      users: integer().describe("Number of users in the request"),
      processed: integer().describe("Number of processed items"),
    }).describe("Result of the operation"),
  ),
)

const seenUser = () => ({
  u_id: internalId().describe("ID of the user"),
  username: z.string().describe("Name of the user"),
  email: z.string().describe("E-mail address"),
  profile_pic: z.string().describe("URL of the profile picture"),
  confirmed: z.boolean().describe("Whether the address is confirmed; unconfirmed users can't log in"),
  email_sent: z.boolean().describe("Whether a mail was sent to the user"),
})

export const groupMembers = answerOf(() => ({
  members: listOf("Members of the group", {
    ...seenUser(),
    is_sv: z.boolean().describe("Whether the user administers the group"),
    user_roles: z
      .array(userRole())
      .optional()
      .describe("Roles of the user in the current workspace, direct or through groups"),
    user_code: z.string().optional().describe("User code; distinguishes users with the same address"),
    additional_info: anyObject().optional().describe("Data that programs store about the user, by key"),
  }),
  count: integer().describe("Number of members"),
}))

export const usersByGroup = lazy(() =>
  z.record(
    z.string(),
    z.array(
      answer({
        id: internalId().describe("ID of the user"),
        u_id: internalId().describe("ID of the user"),
        username: z.string().describe("Name of the user"),
        access_key: z.string().describe("Access key of the user; items are published to this key"),
        created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
        updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
      }),
    ),
  ),
)

export const userSeenByAdmin = answerOf(() => ({
  ...seenUser(),
  user_roles: z.array(userRole()).describe("Roles of the user in the current workspace, direct or through groups"),
  user_code: z.string().describe("User code; distinguishes users with the same address"),
}))

export type WireInvitations = z.input<ReturnType<typeof invitations>>
export type WireHandledMembers = z.input<ReturnType<typeof handledMembers>>
export type WireGroupMembers = z.input<ReturnType<typeof groupMembers>>
export type WireUsersByGroup = z.input<ReturnType<typeof usersByGroup>>
export type WireUserSeenByAdmin = z.input<ReturnType<typeof userSeenByAdmin>>

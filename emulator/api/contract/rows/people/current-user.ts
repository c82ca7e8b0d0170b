import * as z from "zod"
import { NEVER } from "../../../../../src/model/index.ts"
import {
  deleteUserProfilePicture,
  getUserInfo,
  getUserProfilePicture,
  updateUserInfo,
  uploadUserProfilePicture,
} from "../../../../../src/operations/list.ts"
import { bytesReply } from "../../../../wire/index.ts"
import { presentSeconds } from "../../../presenters/instants.ts"
import { presentHeldRole, presentNamedUser } from "../../../presenters/people/users.ts"
import { row } from "../../declared-row.ts"
import { namedUser, userRole } from "../../people-shapes/users.ts"
import { answerOf, anyObject, DONE, displayId, internalId, internalIdOrNone, listOf, seconds } from "../../shapes.ts"

/** Response headers that prevent browsers from running scripts inside a picture (api.md section 1.3). */
const PICTURE_HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Operations on the current user (api.md section 1). */
export const currentUserRows = {
  getUserInfo: row(getUserInfo, "get /userinfo", {
    answer: answerOf(() => ({
      ...namedUser(),
      profile_pic: z.string().describe("URL of the profile picture"),
      current_workspace_id: internalIdOrNone().describe("ID of the current workspace"),
      is_ws_admin: z.boolean().describe("Whether the user administers the current workspace"),
      user_roles: z.array(userRole()).describe("Roles of the user in the current workspace, direct or through groups"),
      user_groups: listOf("The user's direct groups in the current workspace, deepest level first", {
        g_id: internalId().describe("Internal ID of the group"),
        group_name: z.string().describe("Name of the group"),
        group_id: displayId().describe("Display ID of the group"),
      }),
      last_login_datetime: seconds().describe("Time of the previous login; 0001-01-01T00:00:00Z for never"),
      user_code: z.string().describe("User code; distinguishes users with the same address"),
      additional_info: anyObject().optional().describe("Data that programs store about the user, by key"),
    })),
    present: ({ user, currentWId, profilePic, isWsAdmin, userRoles, userGroups }, { engine }) => ({
      ...presentNamedUser(user),
      profile_pic: profilePic,
      current_workspace_id: currentWId ?? "",
      is_ws_admin: isWsAdmin,
      user_roles: userRoles.map((held) => presentHeldRole(held, engine.state.scalars.settings.lang)),
      user_groups: userGroups.map(({ gId, name, displayId }) => ({ g_id: gId, group_name: name, group_id: displayId })),
      last_login_datetime: user.lastLoginAt === null ? NEVER : presentSeconds(user.lastLoginAt),
      user_code: user.userCode,
      additional_info: user.additionalInfo ?? undefined,
    }),
    source: "seed",
  }),
  updateUserInfo: row(updateUserInfo, "put /userinfo", {
    wireOnly: () => ({
      email: z.string().describe("Has no effect; UpdateUserEmailRequest changes the address").optional(),
    }),
    ...DONE,
    source: "seed",
  }),
  getUserProfilePicture: row(getUserProfilePicture, "get /public/userinfo/profilepic/:user-id", {
    answer: { kind: "bytes", contentType: "image/*" },
    present: ({ contentType, bytes }) => bytesReply(contentType, bytes, PICTURE_HEADERS),
    source: "seed",
  }),
  uploadUserProfilePicture: row(uploadUserProfilePicture, "post /userinfo/profilepic", {
    file: "The picture",
    wire: { contentType: null, bytes: null },
    toInput: ({ file: { contentType, bytes } }) => ({ contentType, bytes }),
    ...DONE,
    source: "seed",
  }),
  deleteUserProfilePicture: row(deleteUserProfilePicture, "delete /userinfo/profilepic", {
    ...DONE,
    source: "seed",
  }),
} as const

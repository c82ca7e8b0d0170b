import type { MailStyle, OperationInput } from "../../src/inside.ts"
import { csvFile } from "./csv-file.ts"

/** How a mail is to be sent, in a body; its template has another name in each operation. */
export const mailOf = (mail: MailStyle | undefined) => ({
  sender_address: mail?.sender?.address,
  sender_name: mail?.sender?.name,
})

/** The body of operations on the roles of a group. */
export const groupRolesOf = (roles: OperationInput<"addGroupRoles">["roles"]) => ({
  group_roles: roles.map(({ application, role }) => ({ app_id: application, role_id: role })),
})

/** The file of UserImport (api.md section 12). */
export const usersFile = (rows: OperationInput<"userImport">["rows"]): Blob =>
  csvFile(
    ["Email", "UserName", "Password", "GroupDisplayIDs", "RoleDisplayIDs", "IsDelete"],
    rows.map(({ line, email, username, password, groups, roles, isDelete }) => ({
      line,
      cells: [email, username, password, groups.join(";"), roles.join(";"), String(isDelete)],
    })),
  )

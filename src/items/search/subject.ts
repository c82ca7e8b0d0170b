import { invalidParams } from "../../model/error.ts"
import { instantBound } from "../../fields/types/datetime.ts"
import { kindOf } from "../../fields/types/registry.ts"
import { statusSubject } from "../../fields/types/status.ts"
import { asIs, type Subject } from "../../fields/subject.ts"
import { titleReader } from "../../fields/title.ts"
import { countUnread } from "../../histories/unread.ts"
import { fieldsInScope, type SearchScope } from "./scope.ts"

/** The subject of a condition ID: a field by internal or display ID, or a system name. */
export function requireSubject(scope: SearchScope, id: string): Subject {
  const fields = fieldsInScope(scope)
  const field = fields.find(({ fId }) => fId === id) ?? fields.find(({ displayId }) => displayId === id)
  const subject = field === undefined ? systemSubject(scope, id) : kindOf(field).subject(field, scope)
  if (subject === undefined) throw invalidParams(`unknown condition id: ${id}`, { referenceId: id })
  return subject
}

function systemSubject(scope: SearchScope, id: string): Subject | undefined {
  const { view, datastore, actor, unrestricted } = scope
  switch (id) {
    case "i_id":
      return { match: "ids", read: ({ iId }) => iId, idOf: asIs, isOwnId: true }
    case "created_by":
      return { match: "ids", read: ({ createdBy }) => createdBy, idOf: asIs }
    case "updated_by":
      return { match: "ids", read: ({ updatedBy }) => updatedBy, idOf: asIs }
    case "created_at":
      return { match: "span", read: ({ createdAt }) => createdAt, bound: instantBound(scope) }
    case "updated_at":
      return { match: "span", read: ({ updatedAt }) => updatedAt, bound: instantBound(scope) }
    case "rev_no":
      return { match: "number", read: ({ revNo }) => revNo }
    case "unread":
      return { match: "number", read: ({ iId }) => countUnread(view, actor.uId, iId, scope.unread) }
    case "title": {
      const reader = unrestricted === true ? null : actor
      const read = titleReader({ view, datastore, actor: reader, ids: "internal", numbers: "text" })
      return { match: "text", read: (item) => read(item) || undefined }
    }
    case "status_id":
      return statusSubject(datastore)
    default:
      return undefined
  }
}

/** Keys to give to an item (api.md section 6.5). */
export interface AccessKeyUpdates {
  readonly overwrite?: boolean | undefined
  readonly ignoreActionSettings?: boolean | undefined
  readonly applyRelatedDs?: boolean | undefined
  readonly groupsToPublish?: readonly string[] | undefined
  readonly rolesToPublish?: readonly string[] | undefined
  readonly usersToPublish?: readonly string[] | undefined
}

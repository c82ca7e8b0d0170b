/** How keys are given to an item, and those of users (api.md section 6.5). */
export interface KeyFacts {
  readonly overwrite?: boolean | undefined
  readonly ignoreActionSettings?: boolean | undefined
  readonly applyRelatedDs?: boolean | undefined
  readonly usersToPublish?: readonly string[] | undefined
}

/** Keys to give to an item (api.md section 6.5). */
export interface AccessKeyUpdates extends KeyFacts {
  readonly groupsToPublish?: readonly string[] | undefined
  readonly rolesToPublish?: readonly string[] | undefined
}

export type { DeclaredRow } from "./contract/declared-row.ts"
export { failuresOf, type WayToFail, waysToFail } from "./contract/failures.ts"
export type { WireDetailsByDisplayId } from "./contract/item-shapes/details.ts"
export type { WireCondition, WireListItem } from "./contract/item-shapes/search.ts"
export type { WireFieldValue } from "./contract/item-shapes/values.ts"
export {
  type AnswerOf,
  type BodyInputOf,
  type ClientRow,
  type FormOf,
  type ParamsOf,
  type QueryOf,
  type Row,
  routesOf,
  type Segments,
} from "./contract/row.ts"
export {
  answer,
  answerOf,
  giveName,
  integer,
  internalId,
  lazy,
  listOf,
  millis,
  namedAnswer,
  nothing,
  objectOf,
  strictObjectOf,
} from "./contract/shapes.ts"
export { type OperationName, type OperationTable, operationOf, rows, table } from "./contract/table.ts"
export { type Tag, tags } from "./contract/tags.ts"
export type { WireFacts } from "./contract/wire-facts.ts"
export { PARAMETERS, PATH_PROPERTIES } from "./contract/wire-input/path-properties.ts"
export { assemble, placeOf, type WireInput, wireInputOf } from "./contract/wire-input/wire-input.ts"
export type { WireFieldDefinition } from "./contract/workspace-shapes/fields.ts"
export type { Admitted, AppEnv, HubUser, PublicEnv } from "./http/app-env.ts"
export { isJson, jsonOf, readBytes } from "./http/body.ts"
export { areNamed, type Cors, corsFor, isOrigin } from "./http/cors.ts"
export type { Encoding, Unpack } from "./http/encodings.ts"
export { asDomainError, presentError } from "./http/errors.ts"
export {
  type Hosts,
  hostGuard,
  isLoopback,
  refuseStrangeHosts,
  strangeHost,
  urlAuthority,
  urlHost,
} from "./http/hosts.ts"
export { routeInner } from "./http/inner-request.ts"
export {
  FIXTURE_LIMITS,
  type JsonLimits,
  MAX_FIXTURE_BYTES,
  MAX_JSON_BYTES,
  tooLarge,
  USUAL_LIMITS,
} from "./http/limits.ts"
export { beginOutside, logBlocked, logBlockedIn, logOutside } from "./http/log-outside.ts"
export { isForm, readForm } from "./http/multipart.ts"
export { nearOperation, nearRoute, segmentsOf } from "./http/near-route.ts"
export { noSuchPath, notFoundHandlers, notFoundReply, wrongMethod } from "./http/not-found.ts"
export { folderUrl, openApiDocument } from "./http/openapi/document.ts"
export { ERROR_NAMES } from "./http/openapi/error-names.ts"
export { examples } from "./http/openapi/examples.ts"
export { type JsonSchema, JsonSchemas } from "./http/openapi/json-schema.ts"
export { describeOperation } from "./http/openapi/operation.ts"
export type { RecordedExample, RecordedExchange } from "./http/openapi/recorded-example.ts"
export {
  BYTES,
  type DocumentOptions,
  describePathParameter,
  describeQuery,
  headOf,
  pathsOf,
} from "./http/openapi/writer.ts"
export { matchOperation } from "./http/operation-routes.ts"
export { outcomeHeaders } from "./http/outcome-headers.ts"
export { type Reads, readBarrier, withVersion } from "./http/read-barrier.ts"
export { RouteTable } from "./http/route-table.ts"
export { API, makeApi } from "./pipeline/api.ts"
export { logOf, markDryRun, readDryRun, runDry } from "./pipeline/dry-run.ts"
export { IgnoredKeyList, ignoresUnknownFields } from "./pipeline/ignored-keys.ts"
export { settleInTurn, settleLong, settleReply } from "./pipeline/long-answer.ts"
export { type Observer, observerOf, readWithoutTrace } from "./pipeline/observer.ts"
export { runOperation } from "./pipeline/pipeline.ts"
export { runWithFault } from "./pipeline/run-with-fault.ts"
export { presentSeconds } from "./presenters/instants.ts"
export { presentGlobalSearch } from "./presenters/items/global-search.ts"
export { presentItemDetails } from "./presenters/items/item-details.ts"
export { presentItemHistory, presentItemProperties, presentUpdatedItem } from "./presenters/items/item-writes.ts"
export { titleIn } from "./presenters/items/linked-items.ts"
export { presentDetail, presentFile, presentUser } from "./presenters/items/values.ts"
export { presentNames } from "./presenters/names.ts"
export { presentConfirmedEmail, presentConfirmedRegistration } from "./presenters/people/confirmations.ts"
export { presentWholeGroup } from "./presenters/people/groups.ts"
export { presentFieldDefinition, presentFieldProperties } from "./presenters/workspace/field-definition.ts"
export { presentReport } from "./presenters/workspace/reports.ts"

/** The headers of a request, by name. */
export type RequestHeaders = Pick<Headers, "get">

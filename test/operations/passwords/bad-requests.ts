/** Bodies that both ForgotPassword and ResetUserPassword refuse. */
export const refusals: [string, object][] = [
  ["no address", {}],
  ["a bad address", { email: "bob" }],
  ["two addresses", { email: "a@b,c@d" }],
  ["an address with a line break", { email: "a@b\r\nBcc: c" }],
  ["a host of another scheme", { email: "ada@acme.test", host: "javascript:alert(1)" }],
  ["a host without scheme", { email: "ada@acme.test", host: "app.example.test" }],
  ["a host that is none", { email: "ada@acme.test", host: "https:///x" }],
  ["a line break in the host", { email: "ada@acme.test", host: "https://a\r\nx" }],
  ["a line break in the path", { email: "ada@acme.test", root_path: "a\nb" }],
  ["NUL in the query", { email: "ada@acme.test", query_params: "a=\u0000" }],
  ["a path without end", { email: "ada@acme.test", root_path: "x".repeat(20_000) }],
  ["a bad sender", { email: "ada@acme.test", sender_address: "it" }],
  ["a line break in the sender's name", { email: "ada@acme.test", sender_name: "IT\r\nBcc: all@acme.test" }],
  ["an unknown template", { email: "ada@acme.test", email_templates_id: "T-9" }],
  ["a template of another kind", { email: "ada@acme.test", email_templates_id: "T-REG" }],
  ["a number as address", { email: 5 }],
]

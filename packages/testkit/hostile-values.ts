// What no honest client sends (promise R1). Grouped by what it has broken elsewhere.

/** Texts in place of any text. */
export const HOSTILE_TEXTS: readonly string[] = [
  '\0', 'a\0b', '\uD800', 'x\uDC00y', '\u202Eabc', '\uFEFF', '\u200B', '\u0007\u001B[31m', '', ' ', '\n\r\t', 'é'.repeat(300), '𝔘𝔫𝔦𝔠𝔬𝔡𝔢'.repeat(20), 'ﷺ'.repeat(50), '🏳️‍🌈'.repeat(40),
  "'; drop table app_user; --", "' or 1=1 --", '" or ""="', '1; select pg_sleep(5)', '$1', '%', '_', '\\', '%%%___\\\\', '*)(uid=*))(|(uid=*', '{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '=cmd|\' /C calc\'!A1',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '../../../../etc/passwd', '..\\..\\windows\\win.ini', 'file:///etc/passwd', 'http://169.254.169.254/latest/meta-data/',
  '__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '0', '-1', '1e400', '0x10', '9007199254740993', '99999999999999999999999999', '-0', '1.5', '1,5', 'Infinity', '٣', '１２',
  '0000-00-00', '2026-02-30', '9999-12-31', '2026-06-15T25:61:61Z', '0000-01-01T00:00:00Z', '2026-06-15T10:30:00+23:59', '24:00', 'a@b', `${'a'.repeat(64)}@${'b'.repeat(180)}.in`, '00000000-0000-0000-0000-000000000000',
  '(a+)+$', `${'a'.repeat(5000)}!`, '[', '(((((', 'x'.repeat(20_000),
];

/** Values of other kinds in place of anything. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, -0, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 + 2, -(2 ** 53) - 2, 1e308, 5e-324, [], [[]], [null], ['x'], {}, { a: 1 }, { toString: 'x' }, { length: 1e9 }, { $ne: null }, { then: 'x' }, Array.from({ length: 2000 }, (_, n) => n),
];

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

/** Bodies as raw text: what a JSON library must survive. */
export const HOSTILE_BODIES: readonly string[] = [
  '', ' ', 'null', 'true', '0', '"text"', '[]', '[{}]', '{', '}', '{"a":}', "{'a':1}", '{"a":1e400}', '{"a":-1e400}', '{"a":01}', '{"a":NaN}', '{"a":9007199254740993}', '\uFEFF{}', '{"a":"\\ud800"}', '{"a":"\\u0000"}',
  '{"id":1,"id":2}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', deep('[', ']', 10_000), `{"a":${deep('[', ']', 10_000)}}`, deep('{"a":', '}', 10_000).replace('{"a":}', '{"a":1}'), `{"a":"${'x'.repeat(1_000_000)}"}`,
  `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":1`).join(',')}}`,
];

/** Headers in place of the honest ones. */
export const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' }, { 'content-type': 'application/xml' }, { 'content-type': 'multipart/form-data; boundary=x' }, { 'content-type': 'application/x-www-form-urlencoded' }, { 'content-type': 'application/json; charset=utf-16' }, { 'content-type': 'x' },
  { 'content-encoding': 'gzip' }, { 'content-encoding': 'br' }, { 'accept-encoding': 'gzip;q=0, *;q=9' }, { accept: 'text/html' }, { 'content-length': '5' },
  { 'x-franchisee-id': '-1' }, { 'x-franchisee-id': '2; drop table x' }, { 'x-franchisee-id': '99999999999999999999' }, { 'x-franchisee-id': '2,3' }, { 'x-franchisee-id': 'NaN' }, { 'x-franchisee-id': '1e1' }, { 'x-academic-year-id': 'x' }, { 'x-academic-year-id': '-2026' }, { 'x-academic-year-id': '2026.5' },
  { 'if-match': '*' }, { 'if-match': '"999999999999999999"' }, { 'if-match': '-1' }, { 'if-match': 'x'.repeat(5000) }, { 'idempotency-key': 'short' }, { 'idempotency-key': 'x'.repeat(5000) }, { 'idempotency-key': 'tab\there-12345' },
  { authorization: 'Bearer' }, { authorization: 'Bearer  ' }, { authorization: 'Link ' }, { authorization: `Link ${'A'.repeat(5000)}` }, { authorization: 'x'.repeat(8000) }, { authorization: 'Basic YTpi' }, { authorization: "' or 1=1" },
  { 'x-forwarded-for': "1.1.1.1, '; --" }, { 'x-forwarded-host': 'evil.test' }, { host: 'evil.test' }, { origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }, { cookie: 'a=b; __proto__=1' }, { 'user-agent': 'x'.repeat(8000) }, { range: 'bytes=0-1' }, { expect: 'nothing' }, { 'x-http-method-override': 'DELETE' }, { 'x-request-id': "'; --" },
];

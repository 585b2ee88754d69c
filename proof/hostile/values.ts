/** What no client of ours sends. */

const words = (text: string): string[] => text.split(/\s+/);

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

export const VALUES: Record<string, () => unknown> = {
  null: () => null,
  true: () => true,
  zero: () => 0,
  'minus one': () => -1,
  'minus zero as text': () => '-0',
  'a half': () => 0.5,
  'beyond int4': () => 2_147_483_648,
  'beyond int8': () => 9_223_372_036_854_775_808,
  'beyond safe': () => Number.MAX_SAFE_INTEGER + 1,
  huge: () => 1e308,
  tiny: () => 5e-324,
  'a number as text': () => '50',
  'a power as text': () => '1e0',
  'digits that are not ASCII': () => '１２３',
  'NaN as text': () => 'NaN',
  'empty text': () => '',
  spaces: () => '   ',
  NUL: () => 'a\0b',
  'NUL alone': () => '\0',
  'a lone surrogate': () => 'a\ud800b',
  'a low surrogate first': () => '\udc00\ud800',
  'text direction': () => 'abc\u202edcba',
  'invisible text': () => '\u200b\u2060\ufeff',
  'a control character': () => 'a\u0007b',
  'line breaks': () => 'a\r\nSet-Cookie: b=c\r\n\r\nd',
  'combining marks': () => `a${'\u0301'.repeat(300)}`,
  'an emoji family': () => '👨‍👩‍👧‍👦'.repeat(20),
  'what grows when folded': () => '\ufdfa'.repeat(60),
  'a quote': () => `' or '1'='1`,
  'a pattern': () => '%_\\%',
  markup: () => '<img src=x onerror=alert(1)>',
  'a formula': () => '=cmd()|A1',
  'a path': () => '../../../../etc/passwd',
  'a template': () => '${7*7}{{7*7}}',
  'long text': () => 'x'.repeat(5000),
  'very long text': () => 'ü'.repeat(60_000),
  'text beyond every limit': () => 'x'.repeat(2_200_000),
  'an empty list': () => [],
  'an empty object': () => ({}),
  'a list of lists': () => [[], [[]], [[[]]]],
  'a long list': () => Array.from({ length: 600 }, (_, n) => n),
  'an object with a length': () => ({ length: 3, 0: 'a' }),
  'an object like a promise': () => JSON.parse('{"then":"x"}') as unknown,
  'an object with methods by name': () => ({ toString: 'x', valueOf: null, toJSON: {} }),
  'many keys': () => Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n])),
  'nested as deep as allowed': () => nested(28),
  'nested too deep': () => nested(200),
};

export const KEYS: readonly string[] = [
  ...words(`__proto__ constructor prototype toString hasOwnProperty then toJSON length 0 a.b role is_admin id
    user_id school_id`),
  '',
  '\0',
  '\ud800',
  '\u202e',
  'k'.repeat(5000),
];

/** In an address, already escaped or meant not to be. */
export const PATH_PARTS: readonly string[] = [
  ...words(`abc 0 -1 01 1e0 1.0 +1 2147483648 99999999999999999999 %31 %00 1%00 % %zz %ff %c0%ae%c0%ae %ed%a0%80
    %2e%2e .. . %2F ..%2f..%2f %5c..%5c 1%0a 1%0d%0aSet-Cookie:%20a=b %E2%80%AE1 %EF%BC%91 constructor
    __proto__ * :id {id} 1;a=b 1,2 %20 undefined null NaN`),
  "1'",
  '',
  'A'.repeat(22),
  'x'.repeat(200),
  'x'.repeat(5000),
];

/** Whole query strings, or what is added to one. */
export const QUERIES: readonly string[] = [
  ...words(`surprise=1 = &&& ? % %=1 %zz=1 a=%ff a[]=1 a[b]=1 a.b=1 __proto__=1 __proto__[x]=1 constructor=1
    toString=1 limit=0 limit=1e1 limit=-1 limit= limit=1&limit=2 cursor=99999999999999999999
    cursor=2147483648 cursor=%00 q=%00 q=%ed%a0%80 q=%25 school_id=2147483648 school_id=1&school_id=2
    role=admin login_type=admin subject_id=math_aa_hl&subject_id=math_aa_hl expires=1e99
    expires=NaN&signature=%00 width=480&width=960 width=-1`),
  `q=${'x'.repeat(4000)}`,
  `q=${'x'.repeat(20_000)}`,
  Array.from({ length: 1500 }, (_, n) => `k${n}=1`).join('&'),
];

export const METHODS: readonly string[] = [
  ...words(`GET HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND MKCOL SEARCH get FOO`),
  '',
  'GET GET',
];

export const CONTENT_TYPES: readonly (string | undefined)[] = [
  undefined,
  '',
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=b',
  'multipart/mixed; boundary=b',
  'text/plain',
  'text/xml',
  'text/html; charset=utf-7',
  'image/png',
  '/',
  '*/*',
  'x'.repeat(3000),
];

/** A header of each kind that the server or something before it reads. */
export const HEADERS: readonly (readonly [string, string])[] = [
  ['authorization', ''],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer '],
  ['authorization', 'Bearer null'],
  ['authorization', `Bearer ${'A'.repeat(43)}`],
  ['authorization', `Bearer ${'A'.repeat(42)}\xff`],
  ['authorization', `Bearer ${'x'.repeat(7000)}`],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer a, Bearer b'],
  ['x-admin-password', ''],
  ['x-admin-password', 'wrong'],
  ['x-admin-password', '\xff\xfe\xc3\x28'],
  ['x-admin-password', 'x'.repeat(7000)],
  ['host', ''],
  ['host', 'evil.example'],
  ['host', '"><script>alert(1)</script>'],
  ['host', 'a b c'],
  ['host', '[::1'],
  ['host', 'x:99999999'],
  ['host', 'x'.repeat(3000)],
  ['x-forwarded-for', '1.2.3.4, evil'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'],
  ['range', 'bytes=0-0'],
  ['range', 'bytes=-0'],
  ['range', 'bytes=99999999999-'],
  ['range', 'bytes=5-1,7-'],
  ['range', 'lines=1-2'],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"x", "y'],
  ['if-range', '"x"'],
  ['if-modified-since', 'never'],
  ['accept', 'text/html;q=-1'],
  ['accept-encoding', 'gzip;q=x, ,*'],
  ['accept-version', '99'],
  ['content-encoding', 'gzip'],
  ['expect', '100-continue'],
  ['expect', 'the unexpected'],
  ['upgrade', 'websocket'],
  ['connection', 'upgrade'],
  ['cookie', 'x'.repeat(8000)],
  ['cookie', 'x'.repeat(40_000)],
  ['x-request-id', '\x80\x81'],
  ['origin', 'null'],
  ['te', 'trailers, gzip'],
  ['trailer', 'authorization'],
  ['broken header', 'x'],
  ['x-control', 'a\x01b'],
  ['content-length', '-1'],
  ['content-length', '1e3'],
  ['content-length', '5, 6'],
  ['content-length', '99999999999999999999'],
  ['transfer-encoding', 'gzip'],
  ['transfer-encoding', 'chunked, chunked'],
  ['transfer-encoding', 'identity'],
];

export const VERSIONS: readonly string[] = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1x', 'http/1.1', ''];

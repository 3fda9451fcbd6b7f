/** Texts that arrive instead of a response, with status 200 or as the body of an error, and that say nothing about anybody. */
export const challengePage =
  '<!DOCTYPE html><html><head><title>Security check</title></head><body>Please prove that you are you</body></html>';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

export const unreadableAnswers: readonly (readonly [name: string, content: unknown])[] = [
  ['a page', challengePage],
  ['nothing', null],
  ['an empty text', ''],
  ['the text null', 'null'],
  ['a number', 7],
  ['a list of nothing', []],
  ['an error body', { data: { status: 403, message: "This profile can't be accessed" }, included: [] }],
  ['an error body as text', '{"status":429}'],
  ['errors under a success', { data: { data: {}, errors: [{ message: 'bad variables' }] } }],
  ['a section that is null', { data: { data: { identityDashProfilesByMemberIdentity: null } }, included: [] }],
  ['half an answer', '{"data":{"*elements":["urn:li:fsd_profile:ACoAAMaren01"]},"included":[{"entityUrn":"urn:li:fsd_pro'],
  ['text that is no JSON', 'csrf check failed'],
  ['brackets without end', '['.repeat(100_000)],
  ['a text nested too deeply', `{"data":${deep(5000)}}`],
  [
    '__proto__ in a text',
    '{"__proto__":{"polluted":true},"data":{"__proto__":{"*elements":["urn:li:fsd_profile:ACoAAMaren01"]}}}',
  ],
  ['a place alone', { data: {}, included: [{ entityUrn: 'urn:li:fsd_geo:7', defaultLocalizedName: 'Bergen' }] }],
];

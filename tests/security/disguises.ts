/** Ways to look like another caller to a rate limit: another address, another account, another route. */

/** Headers by which proxies name the client. */
const namingHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-originating-ip',
  'x-remote-ip',
  'x-remote-addr',
  'remote-addr',
  'x-envoy-external-address',
  'x-azure-clientip',
  'x-forwarded',
  'forwarded-for',
  'x-forwarded-host',
  'x-host',
  'via',
];

/** A new value in each form that such a header may have. */
const forms: readonly ((index: number) => string)[] = [
  (index) => `198.51.100.${index % 256}`,
  () => '127.0.0.1',
  () => '::1',
  (index) => `2001:db8:${(index % 65_536).toString(16)}::1`,
  (index) => `for=198.51.100.${index % 256};proto=https;by=10.0.0.1`,
  (index) => `for="[2001:db8:${(index % 65_536).toString(16)}::1]:4711"`,
  (index) => `198.51.100.${index % 256}, 10.0.0.1, 127.0.0.1`,
  (index) => `198.51.100.${index % 256}:${1024 + index}`,
  (index) => `unknown, _hidden${index}, `,
];

export type Headers = Readonly<Record<string, string>>;

/** Every naming header in every form, alone, and all of them at once. */
export function disguisedHeaders(): Headers[] {
  const alone = namingHeaders.flatMap((name) => forms.map((form, index) => ({ [name]: form(index) })));
  return [...alone, ...forms.map((_, index) => everyHeader(index))];
}

/** All naming headers, with values that change with the number. */
export function everyHeader(index: number): Headers {
  const form = forms[index % forms.length] ?? String;
  return Object.fromEntries(namingHeaders.map((name) => [name, form(index)]));
}

/** Other ways to write an address of plain letters, most of which some mail system takes for the same one. */
export function spellingsOf(email: string): string[] {
  const [local = '', domain = ''] = email.split('@');
  const wide = (text: string) => text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
  const dotted = [1, 2, 3, local.length - 1].map((at) => `${local.slice(0, at)}.${local.slice(at)}@${domain}`);
  return [
    ...dotted,
    `${[...local].join('.')}@${domain}`,
    email.toUpperCase(),
    email.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    `${local}@${domain.toUpperCase()}`,
    ...[' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\ufeff', '\u2028'].flatMap((space) => [
      `${space}${email}`,
      `${email}${space}`,
    ]),
    `${local} @${domain}`,
    `${local}@ ${domain}`,
    `${local}+other@${domain}`,
    `${local}.@${domain}`,
    `.${local}@${domain}`,
    `${email}.`,
    `${local}@${domain.replaceAll('.', '。')}`,
    `${local}@${wide(domain)}`,
    `${wide(local)}@${domain}`,
    `${local}@${domain.replace('e', 'e\u00ad')}`,
    `${local}@www.${domain}`,
    `"${local}"@${domain}`,
    `${local}(a comment)@${domain}`,
    `<${email}>`,
    `mailto:${email}`,
    encodeURIComponent(email),
    `${local.replace('s', 'ſ')}@${domain}`,
    `${local.replace('o', 'о')}@${domain}`,
    `${local}@${domain}:25`,
    `${local}@${domain}/x`,
    `${email},other@${domain}`,
    `${email};other@${domain}`,
    `other@${domain},${email}`,
  ];
}

/** Other ways to write a path below `/api/v1`, which the router may read as the same. */
export function spellingsOfPath(path: string): string[] {
  const encoded = (text: string, at: number) => `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`;
  return [
    ...[1, 2, 3, 5, 6, path.length - 1].map((at) => encoded(path, at)),
    path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${path}?again=1`,
    `${path}?`,
    `${path}#here`,
    `http://localhost${path}`,
    `HTTP://another.example:80${path}`,
    `${path}/`,
    `/${path}`,
    path.replace('/api', '/./api'),
    path.replace('/api', '/app/../api'),
    path.replace('/api', '/API'),
    path.replaceAll('/', '%2f'),
    `${path};x=1`,
    `${path}%00`,
    `${path}%20`,
  ];
}

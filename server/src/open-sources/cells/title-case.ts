/**
 * Names that registers write in capitals, as people write them. Capitals do not say which words are initials: those that
 * nobody could pronounce stay in capitals, and short words whose form says nothing, unless they are known as words. A name with
 * a small letter is as its owner writes it, and stays.
 */

/** Initials of three letters and more that could be pronounced. */
const INITIALS = wordsOf('LLC LLP PLC USA UAE ASA NUF SIA UAB ANS RIA ETF REIT ESG IPO CEO CFO CPA IRA LED');
/** How the short forms that are no initials are written. */
const FORMS: ReadonlyMap<string, string> = new Map(
  [...wordsOf('Inc Ltd Co Corp Cos Bros Mr Mrs Ms Dr St Ft Mt Jr Sr Dept Intl Mgmt Grp GmbH Pty Pte Sdn Bhd Avd OÜ')].map(
    (form) => [form.toUpperCase(), form],
  ),
);
/** Words of two and three letters whose form is one that initials have, too. */
const SHORT_WORDS =
  wordsOf(`AND ART ARC ARK ASH ASK OAK OLD OUR OUT OFF ONE OWL OWN ICE INK INN ALL ADD ACE ACT AGE AIM AIR APP ARM ELK ELM END
  EYE ECO ERA EAT EAR EGG USE ICY IVY THE TWO WHO PRO SPA SKI SHE TRI BLU FLY SKY TRY DRY WHY FRY SPY PLY
  AN AT BE BY DO GO HE IF IN IS ME MY NO OF ON OR SO TO UP WE EL LA LE DE DU DI DEL VAN VON AV OG PÅ FOR TIL VED NYE
  NY SØR ØST ØYA ELV ALF ODD OLE ELI EVA IDA INA IVA AMY ANN ANA IAN ABE ROI UNI DUO GEO NEO BIO TEA`);
/** Words that begin with a small letter inside a name. */
const SMALL_WORDS = wordsOf('AND OF THE FOR IN ON AT TO BY AN OR OG AV PÅ FOR TIL VED DU DE LA LE ET DER DEN DES JA');
/** Mo i Rana, but Fond du Lac beside Port La Belle: `La` and `De` are parts of names. */
const SMALL_IN_PLACES = wordsOf('AND OF THE ON IN UPON UNDER BY I PÅ OG VED DU DES');
const VOWELS = 'AEIOUYÅÄÆÖØÜÕÉÈ';
const ROMAN = /^(?:X{0,3})(?:IX|IV|V?I{1,3}|V|X)$/;

/** A name of a company. @param text may be blank */
export function companyName(text: string): string {
  return inTitleCase(text, (word, isFirst) => {
    if (!isFirst && SMALL_WORDS.has(word)) return word.toLowerCase();
    return isInitials(word) ? word : capitalized(word);
  });
}

/** A name of a town, which has no initials. @param text may be blank */
export function placeName(text: string): string {
  return inTitleCase(text, (word, isFirst) => (!isFirst && SMALL_IN_PLACES.has(word) ? word.toLowerCase() : capitalized(word)));
}

function inTitleCase(text: string, write: (word: string, isFirst: boolean) => string): string {
  const name = text.replace(/\s+/g, ' ').trim();
  if (/\p{Ll}/u.test(name) || !/\p{Lu}/u.test(name)) return name;
  let isFirst = true;
  return name
    .split(' ')
    .map((part) => {
      const written = writePart(part, (word) => {
        const own = write(word, isFirst);
        isFirst = false;
        return own;
      });
      // A bracket, a dash or a slash begins a name of its own.
      if (/[-–/:(]$/.test(part)) isFirst = true;
      return written;
    })
    .join(' ');
}

/** @param part without blanks, such as `(HOLDING)`, `SMITH-JONES` or `A.B.` */
function writePart(part: string, write: (word: string) => string): string {
  // J.P., N.A. and AT&T are initials; the ending of an address is none.
  if (/^\W*(?:\p{Lu}\.)+\p{Lu}?\W*$/u.test(part) || /^\p{Lu}{1,3}(?:&\p{Lu}{1,3})+$/u.test(part)) return part;
  const address = /^([\p{Lu}\d-]+)\.(COM|NET|ORG|IO|AI|NO|EE|CO|EU)$/u.exec(part);
  if (address !== null) return `${capitalized(address[1] ?? '')}.${(address[2] ?? '').toLowerCase()}`;
  return part.replace(/[\p{L}\p{M}\d'’]+/gu, write);
}

function capitalized(word: string): string {
  const form = FORMS.get(word);
  if (form !== undefined) return form;
  // 1ST and 24TH; but 3M and 401K.
  if (/^\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? word.toLowerCase() : word;
  // O'BRIEN, but WOMEN'S; MCDONALD.
  return word
    .toLowerCase()
    .replace(/^\p{L}/u, (letter) => letter.toUpperCase())
    .replace(/^(Mc|[DO]['’])(\p{L})(?=\p{L}{2})/u, (_, start: string, letter: string) => start + letter.toUpperCase());
}

function isInitials(word: string): boolean {
  if (/^\d/.test(word)) return false;
  if (INITIALS.has(word) || ROMAN.test(word)) return true;
  if (FORMS.has(word) || SHORT_WORDS.has(word) || /['’]/.test(word)) return false;
  const form = [...word].map((letter) => (VOWELS.includes(letter) ? 'v' : 'c')).join('');
  if (!form.includes('v')) return true;
  if (word.length > 3) return false;
  // A word such as SUN, BAY or LEE begins with a consonant before a vowel.
  return word.length < 3 || !form.startsWith('cv');
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

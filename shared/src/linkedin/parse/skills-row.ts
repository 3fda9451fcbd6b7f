/**
 * A role's description and its list of skills are rendered as text rows of the same kind. The skills row starts
 * with a localized "Skills:". The word is known for the page's languages. In any other language LinkedIn sets
 * it in bold, so a row whose bold start ends in a colon is a skills row too.
 */
import { foldText } from './fold-text.ts';
import { arrayOf, at, type JsonObject } from './json-value.ts';

const WORDS = new Set(
  [
    'Skills Kenntnisse Fähigkeiten Kompetenzen Compétences Aptitudes Competenze Competências Vaardigheden Kunskaper Kompetenser',
    'Kompetencer Kvalifikationer Kompetanse Ferdigheter Taidot Osaaminen Umiejętności Dovednosti Schopnosti Aptitudini Competențe',
    'Készségek Képességek Szakismeretek Yetenekler Beceriler Навыки Умения Навички Δεξιότητες المهارات مهارات مهارت‌ها מיומנויות כישורים',
    'कौशल দক্ষতা कौशल्ये నైపుణ్యాలు ਹੁਨਰ Keterampilan Keahlian Kemahiran Kasanayan ทักษะ スキル 기술 보유기술 업무스킬 技能 Zručnosti Умения Oskused Įgūdžiai Prasmes',
    'Habilidades Conocimientos Vještine Veščine Вештине',
  ].flatMap((line) => line.split(' ').map(foldText)),
);
const PHRASES = new Set([
  'ky nang',
  'conocimientos y aptitudes',
  'kemahiran',
  'mga kasanayan',
  'professional skills',
  '보유 기술',
  '업무 스킬',
]);
const HEAD = /^([^:：\n]{2,40}?)\s?[:：]/;

/** @param component a text component: `{text: {text, attributesV2}}` */
export function isSkillsRow(component: JsonObject, text: string): boolean {
  const head = HEAD.exec(text);
  if (head?.[1] === undefined) return false;
  const word = foldText(head[1]);
  if (WORDS.has(word) || PHRASES.has(word)) return true;
  return isBold(component, head[0].length);
}

/** Whether bold spans from the first character to the colon, and at most one character more. */
function isBold(component: JsonObject, length: number): boolean {
  return arrayOf(at(component, 'text', 'attributesV2'))
    .slice(0, 20)
    .some((attribute) => {
      const end = at(attribute, 'length');
      const style = at(attribute, 'detailData', 'style') ?? at(attribute, 'detailDataUnion', 'style');
      const isAtStart = at(attribute, 'start') === 0 && typeof end === 'number' && end >= length - 1 && end <= length + 1;
      return isAtStart && style === 'BOLD';
    });
}

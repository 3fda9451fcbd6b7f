/**
 * Month names as LinkedIn's page writes them, in its languages and some related ones: short and full forms,
 * nominative and genitive. Twelve columns per language, forms separated by `|`, spaces inside a form written as
 * `_`. Languages that number their months (ja, ko, zh, vi) are read by `caption-dates.ts`.
 */
import { foldText } from './fold-text.ts';

const TABLE = {
  en: 'jan|january feb|february mar|march apr|april may jun|june jul|july aug|august sep|sept|september oct|october nov|november dec|december',
  de: 'jan|januar|jänner feb|februar|feber mär|mrz|märz apr|april mai jun|juni jul|juli aug|august sep|sept|september okt|oktober nov|november dez|dezember',
  fr: 'janv|janvier févr|fév|février mars avr|avril mai juin juil|juillet août sept|septembre oct|octobre nov|novembre déc|décembre',
  es: 'ene|enero feb|febrero mar|marzo abr|abril may|mayo jun|junio jul|julio ago|agosto sep|sept|septiembre|setiembre oct|octubre nov|noviembre dic|diciembre',
  it: 'gen|gennaio feb|febbraio mar|marzo apr|aprile mag|maggio giu|giugno lug|luglio ago|agosto set|sett|settembre ott|ottobre nov|novembre dic|dicembre',
  pt: 'jan|janeiro fev|fevereiro mar|março abr|abril mai|maio jun|junho jul|julho ago|agosto set|setembro out|outubro nov|novembro dez|dezembro',
  nl: 'jan|januari feb|februari mrt|maart apr|april mei jun|juni jul|juli aug|augustus sep|sept|september okt|oktober nov|november dec|december',
  sv: 'jan|januari feb|februari mars apr|april maj juni juli aug|augusti sep|sept|september okt|oktober nov|november dec|december',
  da: 'jan|januar feb|februar mar|marts apr|april maj jun|juni jul|juli aug|august sep|sept|september okt|oktober nov|november dec|december',
  no: 'jan|januar feb|februar mar|mars apr|april mai jun|juni jul|juli aug|august sep|sept|september okt|oktober nov|november des|desember',
  fi: 'tammi|tammikuu|tammikuuta helmi|helmikuu|helmikuuta maalis|maaliskuu|maaliskuuta huhti|huhtikuu|huhtikuuta touko|toukokuu|toukokuuta kesä|kesäkuu|kesäkuuta heinä|heinäkuu|heinäkuuta elo|elokuu|elokuuta syys|syyskuu|syyskuuta loka|lokakuu|lokakuuta marras|marraskuu|marraskuuta joulu|joulukuu|joulukuuta',
  pl: 'sty|styczeń|stycznia lut|luty|lutego mar|marzec|marca kwi|kwiecień|kwietnia maj|maja cze|czerwiec|czerwca lip|lipiec|lipca sie|sierpień|sierpnia wrz|wrzesień|września paź|październik|października lis|listopad|listopada gru|grudzień|grudnia',
  cs: 'led|leden|ledna úno|únor|února bře|březen|března dub|duben|dubna kvě|květen|května čvn|červen|června čvc|červenec|července srp|srpen|srpna zář|září říj|říjen|října lis|listopad|listopadu pro|prosinec|prosince',
  ro: 'ian|ianuarie feb|februarie mar|martie apr|aprilie mai iun|iunie iul|iulie aug|august sept|septembrie oct|octombrie nov|noiembrie dec|decembrie',
  hu: 'jan|január febr|február márc|március ápr|április máj|május jún|június júl|július aug|augusztus szept|szeptember okt|október nov|november dec|december',
  tr: 'oca|ocak şub|şubat mar|mart nis|nisan may|mayıs haz|haziran tem|temmuz ağu|ağustos eyl|eylül eki|ekim kas|kasım ara|aralık',
  ru: 'янв|январь|января фев|февр|февраль|февраля мар|март|марта апр|апрель|апреля май|мая июн|июнь|июня июл|июль|июля авг|август|августа сен|сент|сентябрь|сентября окт|октябрь|октября ноя|нояб|ноябрь|ноября дек|декабрь|декабря',
  uk: 'січ|січень|січня лют|лютий|лютого бер|березень|березня кві|квіт|квітень|квітня тра|трав|травень|травня чер|черв|червень|червня лип|липень|липня сер|серп|серпень|серпня вер|вересень|вересня жов|жовт|жовтень|жовтня лис|лист|листопад|листопада гру|груд|грудень|грудня',
  bg: 'яну|януари фев|февруари мар|март апр|април май юни юли авг|август сеп|септември окт|октомври ное|ноември дек|декември',
  sr: 'јан|јануар феб|фебруар мар|март апр|април мај јун јул авг|август сеп|септембар окт|октобар нов|новембар дец|децембар',
  el: 'ιαν|ιανουάριος|ιανουαρίου φεβ|φεβρουάριος|φεβρουαρίου μαρ|μάρτιος|μαρτίου απρ|απρίλιος|απριλίου μαΐ|μάιος|μαΐου ιουν|ιούνιος|ιουνίου ιουλ|ιούλιος|ιουλίου αυγ|αύγουστος|αυγούστου σεπ|σεπτέμβριος|σεπτεμβρίου οκτ|οκτώβριος|οκτωβρίου νοε|νοέμβριος|νοεμβρίου δεκ|δεκέμβριος|δεκεμβρίου',
  ar: 'يناير|كانون_الثاني|جانفي فبراير|شباط|فيفري مارس|آذار أبريل|ابريل|نيسان|أفريل مايو|أيار|ماي يونيو|حزيران|جوان يوليو|تموز|جويلية أغسطس|غشت|آب|أوت سبتمبر|شتنبر|أيلول أكتوبر|تشرين_الأول نوفمبر|نونبر|تشرين_الثاني ديسمبر|دجنبر|كانون_الأول',
  he: 'ינו|ינואר פבר|פברואר מרץ|מרס אפר|אפריל מאי יוני יולי אוג|אוגוסט ספט|ספטמבר אוק|אוקטובר נוב|נובמבר דצמ|דצמבר',
  fa: 'ژانویه فوریه مارس آوریل|اپریل مه ژوئن|جون ژوئیه|جولای اوت|آگوست سپتامبر اکتبر نوامبر دسامبر',
  hi: 'जन|जनवरी फ़र|फर|फ़रवरी|फरवरी मार्च अप्रैल मई जून जुल|जुलाई अग|अगस्त सित|सितंबर|सितम्बर अक्टू|अक्तू|अक्टूबर|अक्तूबर नव|नवंबर|नवम्बर दिस|दिसंबर|दिसम्बर',
  bn: 'জানু|জানুয়ারি|জানুয়ারী ফেব|ফেব্রু|ফেব্রুয়ারি|ফেব্রুয়ারী মার্চ এপ্রি|এপ্রিল মে জুন জুল|জুলাই আগ|আগস্ট সেপ|সেপ্ট|সেপ্টেম্বর অক্টো|অক্টোবর নভে|নভেম্বর ডিসে|ডিসেম্বর',
  mr: 'जाने|जानेवारी फेब्रु|फेब्रुवारी मार्च एप्रि|एप्रिल मे जून जुलै ऑग|ऑगस्ट सप्टें|सप्टेंबर ऑक्टो|ऑक्टोबर नोव्हें|नोव्हेंबर डिसें|डिसेंबर',
  te: 'జన|జనవరి ఫిబ్ర|ఫిబ్రవరి మార్చి ఏప్రి|ఏప్రిల్ మే జూన్ జులై ఆగ|ఆగస్టు సెప్టెం|సెప్టెంబర్ అక్టో|అక్టోబర్ నవం|నవంబర్ డిసెం|డిసెంబర్',
  pa: 'ਜਨ|ਜਨਵਰੀ ਫ਼ਰ|ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈ|ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾ|ਜੁਲਾਈ ਅਗ|ਅਗਸਤ ਸਤੰ|ਸਤੰਬਰ ਅਕਤੂ|ਅਕਤੂਬਰ ਨਵੰ|ਨਵੰਬਰ ਦਸੰ|ਦਸੰਬਰ',
  id: 'jan|januari feb|februari mar|maret apr|april mei jun|juni jul|juli agu|agt|agustus sep|sept|september okt|oktober nov|november des|desember',
  ms: 'jan|januari feb|februari mac apr|april mei jun jul|julai ogo|ogos sep|sept|september okt|oktober nov|november dis|disember',
  tl: 'ene|enero peb|pebrero mar|marso abr|abril may|mayo hun|hunyo hul|hulyo ago|agosto set|setyembre okt|oktubre nob|nobyembre dis|disyembre',
  th: 'ม.ค|มกราคม ก.พ|กุมภาพันธ์ มี.ค|มีนาคม เม.ย|เมษายน พ.ค|พฤษภาคม มิ.ย|มิถุนายน ก.ค|กรกฎาคม ส.ค|สิงหาคม ก.ย|กันยายน ต.ค|ตุลาคม พ.ย|พฤศจิกายน ธ.ค|ธันวาคม',
  sk: 'jan|január|januára feb|február|februára mar|marec|marca apr|apríl|apríla máj|mája jún|júna júl|júla aug|august|augusta sep|september|septembra okt|október|októbra nov|november|novembra dec|december|decembra',
  sl: 'jan|januar feb|februar mar|marec apr|april maj jun|junij jul|julij avg|avgust sep|september okt|oktober nov|november dec|december',
  lt: 'sausis|sausio vasaris|vasario kovas|kovo balandis|balandžio gegužė|gegužės birželis|birželio liepa|liepos rugpjūtis|rugpjūčio rugsėjis|rugsėjo spalis|spalio lapkritis|lapkričio gruodis|gruodžio',
  lv: 'janv|janvāris febr|februāris marts apr|aprīlis maijs jūn|jūnijs jūl|jūlijs aug|augusts sept|septembris okt|oktobris nov|novembris dec|decembris',
  et: 'jaan|jaanuar veebr|veebruar märts apr|aprill mai juuni juuli aug|august sept|september okt|oktoober nov|november dets|detsember',
  ca: 'gen|gener febr|febrer març abr|abril maig juny jul|juliol ag|agost set|setembre oct|octubre nov|novembre des|desembre',
} as const;

/** The language codes of the table, for tests that compare it with other sources. */
export const monthLanguages = Object.keys(TABLE);

const monthOfName = new Map<string, number>();
for (const columns of Object.values(TABLE)) {
  for (const [month, forms] of columns.split(' ').entries()) {
    for (const form of forms.split('|')) monthOfName.set(foldMonthName(form.replaceAll('_', ' ')), month + 1);
  }
}

/** The spelling used as a key of the table: folded, without the dots and apostrophes of abbreviations. */
export function foldMonthName(name: string): string {
  return foldText(name).replace(/[.'’׳״॰]/g, '');
}

/**
 * @param word folded (`foldMonthName`); three letters or more may also be the start of a name
 * @returns 1 to 12; null for a word that is not a month or could be several
 */
export function monthNamed(word: string): number | null {
  const exact = monthOfName.get(word);
  if (exact !== undefined) return exact;
  if (word.length < 3) return null;
  let found: number | null = null;
  for (const [name, month] of monthOfName) {
    if (!name.startsWith(word)) continue;
    if (found !== null && found !== month) return null;
    found = month;
  }
  return found;
}

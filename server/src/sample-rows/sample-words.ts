/** Words from which sample names and texts are built. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const firstWords = words(`Amber Birch Cedar Copper Coral Dapple Ember Fallow Fern Flint Frost Gable Glade Harbour
  Hazel Heath Indigo Juniper Kestrel Lantern Larch Linden Loom Marlow Meadow Mica Moss Needle Nettle North Oaken Opal
  Osprey Pebble Quarry Quill Rowan Saffron Sedge Slate Sorrel Spindle Tallow Teal Thistle Umber Willow Yarrow`);
export const secondWords = words(`Anchor Arbor Bay Beacon Bloom Bridge Brook Canal Canvas Cove Craft Crest Dale Delta Field
  Fjord Forge Garden Gate Grove Harvest Haven Hill Island Kiln Ledger Lock Meridian Mill Orchard Parcel Pier Pixel Port
  Press Ridge River Route Sail Signal Spring Stone Terrace Thread Tower Trail Vale Weave`);
export const companyWords = words('Labs Works Systems Robotics Analytics Foods Energy Health Mobility Textiles');
export const investorWords = words('Capital Ventures Partners Holdings Equity Fund');
export const shopWords = words('Store Goods Market Outfitters Supply Atelier');

export const givenNames = words(`Alma Bento Cora Dario Edda Fenn Gisla Hanno Ilka Jory Kaia Lennart Mila Nils Odile Pavo
  Quirin Runa Silas Tilda Ugo Vera Wanda Xeno Ylva Zeno Anouk Bela Cosmo Dunja Elio Finja Gregor Hedda Ivo Jelka Kilian
  Lotta Matti Nour Orla Piet Ronja Sami Thora Ulf Viola Wim Yara Zita`);
export const familyNames = words(`Webstuhl Lindweave Garnier Spindel Haspel Kettner Schaft Bobbin Twill Selvedge Warp Reed
  Heddle Carder Fuller Dyer Tenter Wooler Linnet Hemp Flaxman Rove Skein Tassel Ravel Plait Braider Cordwain Felton
  Nadel Zwirn Faden Naht Saum Knopf Besatz Borte Spitze Tuch Loden`);

/** City, country and region of the world. */
export const locations = [
  ['Bergen', 'Norway', 'Europe'],
  ['Porto', 'Portugal', 'Europe'],
  ['Leipzig', 'Germany', 'Europe'],
  ['Leeds', 'United Kingdom', 'Europe'],
  ['Lyon', 'France', 'Europe'],
  ['Utrecht', 'Netherlands', 'Europe'],
  ['Denver', 'United States', 'Americas'],
  ['Austin', 'United States', 'Americas'],
  ['Boston', 'United States', 'Americas'],
  ['Toronto', 'Canada', 'Americas'],
  ['Recife', 'Brazil', 'Americas'],
  ['Pune', 'India', 'Asia'],
  ['Osaka', 'Japan', 'Asia'],
  ['Singapore', 'Singapore', 'Asia'],
  ['Tel Aviv', 'Israel', 'Middle East'],
  ['Nairobi', 'Kenya', 'Africa'],
  ['Perth', 'Australia', 'Oceania'],
] as const;

/** The state of a city, in countries whose addresses name one. */
export const statesByCity: Readonly<Record<string, string>> = {
  Leipzig: 'Saxony',
  Denver: 'Colorado',
  Austin: 'Texas',
  Boston: 'Massachusetts',
  Toronto: 'Ontario',
  Recife: 'Pernambuco',
  Pune: 'Maharashtra',
  Perth: 'Western Australia',
};

export const jobTitles = [
  'Weaver',
  'Loom Engineer',
  'Account Executive',
  'Data Analyst',
  'Dye Chemist',
  'Warehouse Lead',
  'Product Designer',
  'Controller',
] as const;

export const departments = ['Engineering', 'Sales', 'Operations', 'Finance', 'Design', 'People'] as const;

export const roles = [
  'Head of Procurement',
  'Sales Director',
  'Supply Chain Manager',
  'Founder',
  'Marketing Lead',
  'Data Engineer',
  'Chief Executive',
  'Partner',
] as const;

export const praise = [
  'Does what it says',
  'Saved us weeks',
  'Good, with rough edges',
  'Not for small teams',
  'The support answers',
  'Hard to set up, easy to keep',
  'Better than spreadsheets',
  'We would choose it again',
] as const;
export const pros = [
  'Easy to start with',
  'Fast, also with much data',
  'The price is fair',
  'Exports keep every column',
] as const;
export const cons = ['The mobile app is slow', 'Few integrations', 'The guide is short', 'No dark mode'] as const;
export const reviewTags = words('onboarding support pricing reporting integrations mobile security speed usability');
export const topics = words('Apparel Home Garden Toys Coffee Tea Outdoor Pets Beauty Books Stationery Bicycles Ceramics Music');
export const languages = words('en-US en-GB de-DE fr-FR es-ES pt-PT nl-NL ja-JP');
export const subreddits = words('looms_and_threads small_business_floor harbour_talk kiln_and_clay data_gardeners night_market');
export const hashtags = words(
  'loom handmade harbour smallbusiness pottery slowfashion coffeetime cycling studio makers weaving kiln',
);
/**
 * Subjects that many people film at the same time, with the same hashtags and the same sound, between two days counted back
 * from the last.
 */
export const crazes = [
  { hashtags: words('shuttledance loom weaving'), sound: 'Over and Under', firstDay: 6, lastDay: 0 },
  { hashtags: words('kilnreveal pottery kiln'), sound: 'Behind the Warm Door', firstDay: 12, lastDay: 4 },
  { hashtags: words('harbourmorning harbour coffeetime'), sound: 'Gulls at Six', firstDay: 20, lastDay: 10 },
  { hashtags: words('mendingclub slowfashion handmade'), sound: 'Needle Song', firstDay: 28, lastDay: 18 },
] as const;
export const videoCategories = words('Craft Food Travel Business Music Sport');
export const flairs = ['Discussion', 'Question', 'Show and tell', 'Advice'] as const;

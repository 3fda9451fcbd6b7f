/**
 * Hosts that many companies and people share: a page there tells them apart, the host alone does not. The Public Suffix List
 * says below which hosts others have theirs, such as `co.uk` and `github.io`; the other lists are ours. Keys of rows are
 * stored: whoever changes these lists, or takes another version of tldts, raises `KEY_RULES`.
 */
import { getPublicSuffix } from 'tldts';

/** A site that many share. */
export interface SharedSite {
  /** The host that stands for all of its hosts, such as `facebook.com` for `m.facebook.com`. */
  readonly host: string;
  /** Whether its pages are the same in any letter case. */
  readonly isCaseless: boolean;
}

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((host) => host !== ''));

/** Networks, profiles and directories: a page of them is one of a company or person, in any letter case. */
const PROFILES = listOf(`
  facebook.com fb.com fb.me instagram.com linkedin.com twitter.com x.com threads.net threads.com tiktok.com
  pinterest.com snapchat.com reddit.com quora.com vk.com ok.ru weibo.com xing.com viadeo.com meetup.com nextdoor.com
  twitch.tv vimeo.com soundcloud.com mixcloud.com open.spotify.com patreon.com ko-fi.com buymeacoffee.com
  onlyfans.com discord.com t.me telegram.me wa.me api.whatsapp.com whatsapp.com slack.com skype.com
  behance.net dribbble.com deviantart.com artstation.com flickr.com 500px.com unsplash.com
  linktr.ee linkin.bio lnk.bio beacons.ai bio.link bio.site campsite.bio taplink.cc msha.ke solo.to linkr.bio linkpop.com
  allmylinks.com hoo.be koji.to about.me milkshake.app flow.page
  crunchbase.com pitchbook.com angel.co angellist.com wellfound.com f6s.com gust.com tracxn.com dealroom.co cbinsights.com
  owler.com zoominfo.com dnb.com rocketreach.co apollo.io craft.co golden.com builtin.com startupranking.com vc-mapping.gilion.com
  signal.nfx.com openvc.app producthunt.com betalist.com ycombinator.com seedrs.com wefunder.com republic.com
  kickstarter.com indiegogo.com gofundme.com companieshouse.gov.uk northdata.com northdata.de opencorporates.com kompass.com
  europages.com thomasnet.com yellowpages.com manta.com clutch.co goodfirms.co upwork.com fiverr.com freelancer.com
  g2.com capterra.com getapp.com softwareadvice.com trustpilot.com trustradius.com alternativeto.net
  bloomberg.com reuters.com marketwatch.com stockanalysis.com wikipedia.org wikidata.org imdb.com
  github.com gitlab.com bitbucket.org codeberg.org npmjs.com pypi.org huggingface.co hub.docker.com stackoverflow.com
  dev.to researchgate.net orcid.org`);

/** The same, but the letter case of a page counts: its name is a code. */
const PAGES = listOf(`
  youtube.com youtu.be sites.google.com docs.google.com drive.google.com forms.gle maps.google.com
  business.google.com g.page goo.gl play.google.com apps.apple.com itunes.apple.com appsto.re apps.microsoft.com s3.amazonaws.com
  chrome.google.com chromewebstore.google.com addons.mozilla.org marketplace.visualstudio.com apps.shopify.com
  onedrive.live.com 1drv.ms dropbox.com box.com notion.so canva.com figma.com miro.com
  issuu.com scribd.com slideshare.net prezi.com archive.org web.archive.org gist.github.com
  vm.tiktok.com vt.tiktok.com lnkd.in discord.gg on.soundcloud.com
  bit.ly t.co tinyurl.com ow.ly buff.ly rebrand.ly is.gd cutt.ly rb.gy shorturl.at t.ly lnk.to adf.ly tiny.cc s.id
  etsy.com aliexpress.com taobao.com tmall.com jd.com rakuten.com shopee.com lazada.com walmart.com flipkart.com
  mercadolibre.com zalando.com wish.com temu.com faire.com depop.com poshmark.com redbubble.com teespring.com
  airbnb.com booking.com expedia.com opentable.com doordash.com ubereats.com grubhub.com justdial.com indiamart.com`);

/**
 * Hosts of site builders that are no public suffixes. The sites of their customers are hosts below them, each of its own; the
 * host itself is shared.
 */
const BUILDERS = listOf(`
  wix.com squarespace.com weebly.com webflow.com wordpress.com wpengine.com wpcomstaging.com blogger.com jimdo.com
  jimdosite.com jimdofree.com strikingly.com mystrikingly.com godaddysites.com site123.me webnode.com webnode.page
  ucraft.net ucraft.site tilda.ws tilda.cc framer.com webador.com squarespace-sites.com sitey.me bigcartel.com shopify.com
  mybigcommerce.com bigcommerce.com ecwid.com company.site storenvy.com tictail.com prestashop.com volusion.com shopbase.com
  sellfy.com payhip.com substack.com ghost.io ghost.org beehiiv.com livejournal.com typepad.com over-blog.com canalblog.com
  tumblr.com bandcamp.com sourceforge.net medium.com gumroad.com alibaba.com eventbrite.com super.site softr.app glideapp.io
  glide.page durable.co mailchimpsites.com hubspotpagebuilder.com hubspot.com hs-sites.com unbouncepages.com
  clickfunnels.com kajabi.com mykajabi.com teachable.com thinkific.com podia.com systeme.io amazonaws.com railway.app
  glitch.me stackblitz.io codesandbox.io 000webhostapp.com infinityfreeapp.com angelfire.com tripod.com neocities.org
  business.site negocio.site atspace.com byethost.com freehostia.com zohosites.com zoho.com odoo.com`);

/** Sites of forms, documents and appointments. A host below them is an account's, with pages about whomever it asks. */
const FORMS = listOf(`
  typeform.com jotform.com jotform.me jotformeu.com paperform.co tally.so fillout.com formstack.com wufoo.com cognitoforms.com
  formsite.com 123formbuilder.com surveymonkey.com qualtrics.com involve.me youform.com zfrmz.com zohopublic.com hsforms.com
  forms.office.com forms.microsoft.com forms.app airtable.com docsend.com pitch.com papermark.com papermark.io brieflink.com
  calendly.com cal.com savvycal.com chilipiper.com meetings.hubspot.com submittable.com smapply.io`);

/** Hosts of mailboxes, which programs write where an address has no website of its own. */
const MAILBOXES = listOf(`
  gmail.com googlemail.com outlook.com outlook.fr outlook.de outlook.es outlook.it hotmail.com hotmail.co.uk hotmail.fr
  hotmail.de hotmail.it hotmail.es live.com live.co.uk live.fr live.nl msn.com ymail.com rocketmail.com aol.com icloud.com
  me.com mac.com mail.com email.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de arcor.de proton.me
  protonmail.com protonmail.ch pm.me tutanota.com tuta.io fastmail.com hey.com zohomail.com mail.ru bk.ru inbox.ru list.ru
  yandex.ru yandex.com rambler.ru qq.com foxmail.com 163.com 126.com sina.com sohu.com naver.com daum.net hanmail.net
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it alice.it tin.it tiscali.it terra.com.br uol.com.br
  bol.com.br comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com
  virginmedia.com ntlworld.com bigpond.com rediffmail.com telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl bluewin.ch`);

/**
 * Sites with a host for each country, such as `amazon.co.uk`. Their shops and pages differ by country. `acme.blogspot.de` is
 * one blog, `blogspot.de` is none.
 */
const BY_COUNTRY = listOf(`amazon ebay glassdoor indeed yelp tripadvisor google yahoo bing craigslist gumtree olx mercadolivre
  allegro`);
const BLOGS = 'blogspot';
/** The suffix of a country, or the one that stands for all of them. */
const OF_COUNTRY = /^com$|(?:^|\.)[a-z]{2}$/;

/** Hosts are written as `normalDomain` writes them. */
const PLAIN_HOST = { extractHostname: false, validateHostname: false } as const;

/** A label before the name of a site: its form for phones, a language or a country. Any other label is a site of its own. */
const VARIANT = /^(?:[a-z]{1,3}|[a-z]{2}-[a-z]{2}|mobile|touch|web|business|www\d?)$/;

/** @param host as `normalDomain` writes it @returns null: the host is the site of one company or person */
export function sharedSite(host: string): SharedSite | null {
  for (let name = host; name !== ''; name = VARIANT.test(firstLabel(name)) ? parentOf(name) : '') {
    if (PROFILES.has(name)) return { host: name, isCaseless: true };
    if (PAGES.has(name)) return { host: name, isCaseless: false };
  }
  for (let name = host; name !== ''; name = parentOf(name)) if (FORMS.has(name)) return { host, isCaseless: false };
  if (BUILDERS.has(host) || MAILBOXES.has(host)) return { host, isCaseless: true };
  const site = countrySite(host);
  if (site !== null) return { host, isCaseless: site === BLOGS };
  return isPublicSuffix(host) ? { host, isCaseless: true } : null;
}

/** The name of a site with a host for each country; null: the host is none of them. */
function countrySite(host: string): string | null {
  const name = firstLabel(host);
  if (name !== BLOGS && !BY_COUNTRY.has(name)) return null;
  const suffix = getPublicSuffix(host, PLAIN_HOST) ?? '';
  return host === `${name}.${suffix}` && OF_COUNTRY.test(suffix) ? name : null;
}

/** Whether anybody registers or is given hosts below it: `co.uk`, `github.io`. */
function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { ...PLAIN_HOST, allowPrivateDomains: true }) === host;
}

function firstLabel(host: string): string {
  return host.slice(0, Math.max(0, host.indexOf('.')));
}

/** `acme.example` of `www.acme.example`; empty: there is none. */
function parentOf(host: string): string {
  const dot = host.indexOf('.');
  return dot < 0 ? '' : host.slice(dot + 1);
}

/**
 * The shared hosts as the source of one regular expression, for the database, which reads it as JavaScript does. Of the Public
 * Suffix List it knows the common endings below a country (`co.uk`) alone: the whole list would be too long, and an address that
 * is nothing but such an ending is a mistake of its file.
 */
export function sharedHostPattern(): string {
  const oneOf = (...lists: readonly ReadonlySet<string>[]) =>
    `(?:${lists
      .flatMap((list) => [...list])
      .map((host) => host.replaceAll('.', '\\.'))
      .join('|')})`;
  const variant = VARIANT.source.slice(1, -1);
  return [
    `^(?:${variant}\\.)*${oneOf(PROFILES, PAGES)}$`,
    `(?:^|\\.)${oneOf(FORMS)}$`,
    `^${oneOf(BUILDERS, MAILBOXES)}$`,
    `^(?:${[BLOGS, ...BY_COUNTRY].join('|')})\\.(?:com|(?:com?\\.)?[a-z]{2})$`,
    '^(?:ac|com?|edu|gov|net|org)\\.[a-z]{2}$',
  ].join('|');
}

/** Whether the host alone says nothing about whose page it is. */
export function isSharedHost(host: string): boolean {
  return sharedSite(host) !== null;
}

/** What a database can look up before it tries the whole pattern on a host, which takes it longer than reading a row. */
export interface SharedHostLists {
  /** Hosts that are shared. */
  readonly hosts: readonly string[];
  /** First labels of other hosts that may be, in addition to those of at most three letters, `en-gb` and `www2`. */
  readonly labels: readonly string[];
  /** The last two labels of hosts below which all are. */
  readonly endings: readonly string[];
}

/** The longest of the short first labels. */
export const SHORT_LABEL = 3;

/** A host that none of these names is not shared, as `sharedHostPattern` has it. */
export function sharedHostLists(): SharedHostLists {
  return {
    hosts: [PROFILES, PAGES, FORMS, BUILDERS, MAILBOXES].flatMap((list) => [...list]),
    labels: ['mobile', 'touch', 'web', 'business', BLOGS, ...BY_COUNTRY],
    endings: [...new Set([...FORMS].map((host) => host.split('.').slice(-2).join('.')))],
  };
}

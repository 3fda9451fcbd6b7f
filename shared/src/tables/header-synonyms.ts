/**
 * Names that exports of other programs and public lists give to the columns of our tables, in English, German, French,
 * Spanish, Portuguese and Italian. They are compared like all headers, without case, accents and punctuation, and fit worse
 * than a column's own names: of two headers for one column, the one with its own name is read.
 */
import { simplify } from './header-words.ts';
import type { TableName } from './table-names.ts';

type Synonyms = Readonly<Record<string, string>>;

const COUNTRIES = `country code, country name, country iso, nation, location country, company country, land, pays, país, paese,
  staat, hauptsitz land, code pays, código país`;
const CITIES =
  'town, post town, city name, location city, company city, stadt, ort, ville, commune, ciudad, cidade, città, citta, município';
const WEBSITES = `company url, company website, website url, web, web site, site, site url, home page, homepage url, company
  domain, domain name, company homepage, link, webseite, internetseite, internetadresse, site web, site internet, sitio web,
  página web, site da empresa, sito, sito web, dominio, domaine, weblink, web address, web page`;
const EMAILS = `e-mail, mail, e-mail address, email id, work e-mail, business email, primary email, email 1, courriel, correo,
  correo electrónico, endereço de email, posta elettronica, indirizzo email, adresse email, adresse mail, emailadresse, email 2,
  email 2 value, email 2 address, e-mail 2 address, additional email addresses`;
const PHONES = `tel, phone, phone 1, primary phone, telephone number, cell, cell phone, mobile phone, mobile number, direct phone,
  company phone, telefon, telefonnummer, handy, mobil, mobilnummer, rufnummer, téléphone portable, numéro de portable, téléphone mobile,
  teléfono móvil, número de teléfono, número de telefone, numero di telefono, téléphone, numéro de téléphone, portable, teléfono, móvil, telefone, celular,
  telefono, cellulare, mobile phone number, cell phone number, cell number, direct dial, direct line, phone 2, phone 2 value, phone no,
  tel no, telephone no, contact number, whatsapp, whatsapp number`;
const DESCRIPTIONS = `one liner, product description, short description, long description, full description, company description,
  tagline, overview, details, pitch, what they do, business description, beschreibung, kurzbeschreibung, descripción,
  présentation, activité, descrição, descrizione, long desc, short desc, desc`;
const MOMENTS = `date, datetime, date time, timestamp, time, created at, created date, created on, creation date, posted on, post
  date, date posted, posted time, time posted, publish date, published, published at, publish time, erstellt am, datum, date de publication,
  fecha, data pubblicazione, data di pubblicazione`;

const synonyms: Readonly<Partial<Record<TableName, Synonyms>>> = {
  companies: {
    name: `startup name, startup, security, organization name, organisation name, organization, organisation, account name,
      account, business name, business, legal name, brand, brand name, issuer, vendor, entity, entity name, firm, firm name, firma,
      firmenname, unternehmen, unternehmensname, entreprise, nom, nom de l'entreprise, société, raison sociale, nom entreprise,
      empresa, nombre, nombre de la empresa, razón social, nome, nome da empresa, razão social, azienda, società, ragione sociale,
      nome azienda, denominazione, denominación, dénomination`,
    linkedin_url:
      'linkedin page, linkedin profile, linkedin profile url, company linkedin, linkedin company url, linkedin link, li url',
    website: WEBSITES,
    country: COUNTRIES,
    city: CITIES,
    region: 'continent, area, world region, geo region',
    business_status: 'company status, operating status, current status, operational status, statut, estado, stato',
    ownership_status: 'ownership type, company type, ownership structure, public private',
    verticals: `industry, sector, categories, category, category code, category list, category groups, industry group, industry
      groups, gics sector, market, markets, tags, branche, branchen, industrie, secteur, secteurs, secteur d'activité, catégorie,
      sectores, industria, categoría, setor, setores, segmento, categoria, settore, settori`,
    employee_count: `team size, number employees, number of employees, no of employees, employee number, employees count, # employees, num
      employees, size, company size, employee size, employee range, size range, staff, staff count, staff size, fte, workforce,
      full time employees, mitarbeiter, mitarbeiterzahl, anzahl mitarbeiter, beschäftigte, effectif, effectifs, nombre d'employés,
      nombre de salariés, salariés, tranche effectif, empleados, número de empleados, funcionários, número de funcionários,
      colaboradores, dipendenti, numero dipendenti, addetti, employee count range`,
    main_contact_email: `${EMAILS}, contact mail, company email, main email, owner email, ceo email`,
    main_contact_name: `contact person, main contact, contact full name, primary contact, ceo, founder, owner, owner name,
      ansprechpartner, kontakt, interlocuteur, contacto, contato, contatto, referente`,
    last_financing_deal_type: `stage, latest funding, latest funding type, investment type, funding stage, last funding type, last round, last round type, funding round type, round, round
      type, series, investment stage, last funding round, funding type, finanzierungsphase, finanzierungsrunde, letzte finanzierungsrunde, phase, stade, tour de table, ronda, última ronda, rodada,
      última rodada, ultimo round`,
    last_financing_on: `last funding at, last raised at, funded date, date funded, funded on, latest funding date, last round date, last funding on, funding date, last deal date, date of last
      funding, last raised on, deal date, round date, announced on, letzte finanzierung, datum letzte finanzierung, dernier financement, date du dernier
      financement, última financiación, último financiamento, ultimo finanziamento`,
    revenue:
      'annual revenue, revenue usd m, revenue in millions, sales, turnover, umsatz, chiffre d’affaires, ingresos, receita, ricavi, fatturato, faturamento, facturación',
    ebitda: 'ebitda in millions, ebitda usd m',
    description: DESCRIPTIONS,
    phone: PHONES,
    last_financing_amount: `last funding round amount, latest funding amount, last financing amount usd m, last deal size, deal size, last raised amount, letzte finanzierungssumme, montant du dernier financement`,
    jobs_open: 'number of open jobs, open roles, job openings, number of job openings, active job postings, offene stellen',
    legal_form: 'legal structure, company form, rechtsform, forme juridique, forma jurídica, forma giuridica',
    founded_on: `founded, founded date, date founded, founded at, founding year, year founded, founded year, established, year established, incorporation date, date of incorporation, gründung,
      gründungsdatum, gründungsjahr, date de création, année de création, fecha de fundación, año de fundación, data de fundação, data di fondazione, anno di fondazione`,
    state: 'company state, region/state, us state, bundesland, provincia, estado federal',
    careers_url: 'career page, careers page url, careers link, job board, job board url, hiring page',
    registry: 'register, company register, registration authority, trade register',
    registry_id: `registration number, company number, registered number, company registration number, register number, handelsregisternummer, orgnr, organisation number, organization
      number, siren, número de registro`,
    updated_at: 'last updated, last update, updated, modified at, last modified, last modified date, updated on',
  },
  investors: {
    name: `fund, fund name, vc, vc name, company, company name, organization name, organisation name, organization, investor full
      name, firm name, venture capital, account name, fonds, investisseur, nom, fondo, inversor, nombre, fundo, investidor, nome,
      investitore`,
    primary_investor_type:
      'category, investor category, kind, firm type, type of investor, typ, type d’investisseur, tipo, tipo de inversor, tipo de investidor, tipo di investitore',
    website: `${WEBSITES}, firm website, fund website`,
    country: COUNTRIES,
    city: CITIES,
    primary_contact_email: `${EMAILS}, primary email address`,
    primary_contact_name:
      'contact person, main contact, primary contact, partner, partner name, managing partner, gp, ansprechpartner, contacto, contato, contatto',
    phone: PHONES,
    last_investment_company_name:
      'last portfolio company, latest investment, most recent investment, last deal, last deal company',
    preferred_investment_types: `stage, stages, investment stage, investment stages, stage of investment, preferred stage, preferred
      stages, stage focus, round, rounds, funding stage, phase, stade`,
    aum: 'aum usd m, assets under management usd m, total aum, regulatory assets under management, verwaltetes vermögen, actifs sous gestion',
    employees: 'number of employees, staff, employee count, employees count, mitarbeiter, effectif, empleados, dipendenti',
    linkedin_url: 'linkedin page, linkedin profile, linkedin profile url, company linkedin, linkedin link, li url',
    state: 'company state, us state, bundesland, provincia',
    registry: 'register, registration authority',
    registry_id: 'registration number, register number',
    updated_at: 'last updated, last update, updated, modified at, last modified, last modified date, updated on',
  },
  people: {
    name: `person name, contact name, contact, lead name, employee name, member name, vollständiger name, nom complet, nom et prénom,
      nombre completo, nombre y apellidos, nome completo, nominativo, nome e cognome, nom, nombre, nome`,
    title: `person title, contact title, organization title, organisation title, current title, current position, current role, current job title, job, job name, job function, professional title,
      jobtitle, occupation, profession, berufsbezeichnung, jobtitel, stellenbezeichnung, beruf, funktion, poste, intitulé du
      poste, fonction, métier, cargo, puesto, función, posición, profesión, título, qualifica, posizione, ruolo, função`,
    company_name: `current company, current company name, associated company, primary associated company, organization name, organisation, organisation name, account, account name,
      employer name, firm, workplace, business, firma, unternehmen, arbeitgeber, entreprise, société, employeur, empresa, empresa
      actual, azienda, società`,
    company_website: `${WEBSITES}, employer website, organization website`,
    linkedin_url:
      'linkedin profile, linkedin profile url, profile, profile link, li url, linkedin link, contact linkedin url, public profile url',
    country: COUNTRIES,
    city: CITIES,
    email: `${EMAILS}, contact email, personal email, professional email, email 1 value`,
    phone: `${PHONES}, contact phone, work phone, phone 1 value`,
    biography: 'description, headline, personal summary, profile summary, über mich, biographie, biografie, biografía, biografia',
    updated_at: 'last updated, last update, updated, modified at, last modified, last modified date, updated on',
  },
  reviews: {
    review_title:
      'headline, review headline, heading, subject, summary, titel, überschrift, titre, título, titolo, review header',
    product_url: 'product page, product website, product_link, company url, app url',
    rating:
      'star rating, overall rating, rating value, review rating, stars given, overall, bewertung, note, calificación, puntuación, avaliação, nota, valutazione, voto',
    review_url: 'review link, permalink, link to review, source url',
    reviewer_linkedin_url: 'linkedin, linkedin url, linkedin profile, author linkedin',
    reviewer_country: `${COUNTRIES}, author country, consumer country, location, reviewer location`,
    tags: 'tag, topics, keywords, categories, category',
    published_on: `${MOMENTS}, date of review, date published, review posted, submitted at, submitted on, date of experience`,
    text: `content, description, comment, comments, review content, review body, review comment, comment text, feedback, full review, overall opinion, overall comment, overall comments, message,
      benefits, bewertungstext, kommentar, rezension, avis, commentaire, texte, opinión, reseña, comentario, texto, comentário,
      recensione, commento, testo`,
    pros: `likes, likes best, like best, what do you like best, liked, love, advantages, positives, good points, vorteile,
      avantages, points forts, ventajas, vantagens, vantaggi, punti di forza`,
    cons: `dislikes, dislike, what do you dislike, disliked, hate, disadvantages, negatives, bad points, nachteile, inconvénients,
      points faibles, desventajas, desvantagens, svantaggi, punti deboli`,
    reviewer_name: `author name, user name, username, consumer name, consumer, customer name, reviewed by, profile name,
      verfasser, auteur, autor, autore, user`,
    review_id: 'reviewid, uuid, survey response id, review uuid, consumer review id',
  },
  shopify: {
    merchant_name:
      'shop, shop name, brand, brand name, company, company name, title, business name, händler, boutique, tienda, loja, negozio',
    url: `${WEBSITES}, shop url, store, store domain, shop domain, shop, myshopify domain`,
    youtube_channel: 'youtube url, youtube link, youtube page, youtube account',
    instagram: 'instagram link, instagram page, instagram account, instagram handle, ig, insta',
    facebook: 'facebook link, facebook page, facebook account, fb',
    linkedin: 'linkedin link, linkedin page, linkedin account, company linkedin',
    locale: 'language code, lang, default language, sprache, langue, idioma, lingua',
    currency: 'store currency, shop currency, währung, devise, moneda, moeda, valuta',
    emails: `${EMAILS}, email addresses, contact email, contact emails, e-mails`,
    total_reviews: 'number of reviews, reviews count, num reviews, ratings count, anzahl bewertungen, nombre d’avis',
    average_review: 'stars, average stars, review rating, avg rating, review score, bewertung',
    description: DESCRIPTIONS,
    topics:
      'tags, category, product categories, vertical, industry, keywords, kategorien, catégories, categorías, categorias, categorie',
    last_crawled_at: 'last crawl, last seen, last found, last indexed, crawl date, last checked, scraped at',
  },
  jobs: {
    title:
      'job, job name, job title name, vacancy, role title, position title, opening, jobtitel, stelle, stellentitel, poste, intitulé, puesto, cargo, vaga, posizione',
    company_name:
      'employer name, hiring company, organization name, organisation name, account name, firma, unternehmen, arbeitgeber, entreprise, empresa, azienda',
    company_website: WEBSITES,
    department: 'job function, function, job category, business unit, abteilung, service, département, departamento, reparto',
    location: 'job location, locations, job locations, city, arbeitsort, standort, ort, lieu, ubicación, localização, sede',
    country: COUNTRIES,
    workplace: 'remote type, work model, work mode, work type, working model, remote policy, onsite or remote, arbeitsmodell',
    employment_type:
      'contract type, type of employment, job types, schedule, beschäftigungsart, vertragsart, type de contrat, tipo de contrato, tipo di contratto',
    salary_min: 'salary minimum, minimum pay, pay min, min salary, salary low, compensation min, gehalt von, salaire minimum',
    salary_max: 'salary maximum, maximum pay, pay max, max salary, salary high, compensation max, gehalt bis, salaire maximum',
    salary_currency: 'compensation currency, pay currency, währung, devise, moneda, moeda, valuta',
    published_on: MOMENTS,
    url: 'job link, posting url, job posting url, apply link, application url, job post url, vacancy url, stellenlink, lien',
    closed_on: 'closing date, expires on, valid through, removed on, expired on',
    first_seen_at: 'first seen, discovered at',
  },
  'reddit-posts': {
    title: 'post title, headline, submission title, titel, titre, título, titolo',
    author: 'author name, post author, poster, posted by, redditor, op, user name, autor, auteur, autore',
    subreddit_name: 'sub, sub name, community, community name, subreddit title',
    permalink: 'post url, post link, link to post, reddit url, reddit link, submission url, thread url, perma link',
    image_url: 'image link, thumbnail url, preview image, picture, media url',
    comment_count:
      'comms num, total comments, comment number, number of comments, comments count, n comments, no of comments, replies, kommentare, commentaires, comentarios, comentários, commenti',
    score: 'upvote count, net upvotes, votes, karma, likes, post score, total upvotes, punkte',
    type: 'kind, content type, media type',
    flair: 'post flair, link flair, tag, flair text',
    text: 'post text, content, post content, post body, self text, message, full text, description, texte, texto, testo, inhalt',
    posted_at: `${MOMENTS}, created time, post time, submitted`,
  },
  'tiktok-videos': {
    author:
      'author name, author username, creator, creator name, user, user name, account, account name, uploader, uploader url, channel, author profile, profile url, autor, auteur, autore, handle, author handle',
    video: 'video link, link to video, post url, post link, tiktok url, tiktok link, url of video, webpage url, video page',
    hashtags: 'hash tags, video hashtags, tag list',
    play_count:
      'video view count, video play count, view number, number of views, n plays, n views, total views, play, aufrufe, vues, vistas, visualizaciones, visualizações, visualizzazioni',
    comment_count:
      'video comment count, number of comments, n comments, total comments, comments count, kommentare, commentaires, comentarios, comentários, commenti',
    category: 'topic, genre, kategorie, catégorie, categoría, categoria',
    summary:
      'video caption, video desc, video title, title, content, post text, beschreibung, légende, descripción, legenda, descrição, didascalia, descrizione',
    posted_at: `${MOMENTS}, time uploaded, upload time, uploaded, uploaded at, upload date, date uploaded, video timestamp, video time, video create time, video date, create date, create time`,
    author_unique_id: 'author id, author unique id, user handle',
    sound_id: 'audio id, track id',
    sound_title: 'music title, audio, audio name, track, song, song name, sound name',
    like_count:
      'video like count, video digg count, number of likes, n likes, total likes, hearts, heart count, gefällt mir, j’aime, me gusta, curtidas, mi piace',
    share_count:
      'video share count, repost count, reposts, number of shares, n shares, total shares, geteilt, partages, compartidos, compartilhamentos, condivisioni',
  },
};

/** Other names of the column, as they may stand in a header. */
export function synonymsOf(table: string, field: string): readonly string[] {
  const ofTable = Object.entries(synonyms).find(([name]) => name === table)?.[1];
  return (ofTable?.[field] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Headers that mean another column where their cells cannot be of the first one: an overall opinion instead of a rating. */
const secondMeanings: Readonly<Partial<Record<TableName, Synonyms>>> = {
  reviews: { text: 'overall, score, note' },
};

/** @param header as it is compared @returns null: it has none */
export function secondMeaning(table: string, header: string): string | null {
  const ofTable = Object.entries(secondMeanings).find(([name]) => name === table)?.[1] ?? {};
  const names = Object.entries(ofTable).find(([, list]) => list.split(',').some((name) => simplify(name) === header));
  return names?.[0] ?? null;
}

/** Headers whose cells name a place as a whole, such as `Bergen, Norway`. */
export const LOCATIONS: readonly string[] =
  `hq, global hq, headquarters, headquarter, headquarters location, hq location, location,
  locations, company location, all locations, based in, address, full address, locality, place, geography, standort, sitz, hauptsitz, siège, siège social, localisation,
  lieu, sede, ubicación, localización, localização, localidade, località, localita, posizione`
    .split(',')
    .map((name) => name.trim());

/** Headers of first and last names, which are joined where no column has the whole name. */
export const FIRST_NAMES: readonly string[] =
  `first name, firstname, given name, given names, forename, fname, first, vorname, prénom,
  prenom, nombre, nombres, nome, primeiro nome, nome proprio`
    .split(',')
    .map((name) => name.trim());
export const LAST_NAMES: readonly string[] =
  `last name, lastname, surname, family name, lname, last, second name, nachname, familienname,
  nom, nom de famille, apellido, apellidos, sobrenome, apelido, cognome`
    .split(',')
    .map((name) => name.trim());
/** Middle names stand between them. */
export const MIDDLE_NAMES: readonly string[] = ['middle name', 'middle names', 'middle initial', 'middle'];

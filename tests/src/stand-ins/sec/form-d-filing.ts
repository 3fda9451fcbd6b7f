/** A fictional filing on Form D, and the submission that EDGAR has of it, with the structure of recorded ones. */

export interface SampleFiling {
  readonly accession: string;
  readonly type: 'D' | 'D/A';
  /** `YYYY-MM-DD`. */
  readonly filedOn: string;
  readonly fileNumber: string;
  readonly previousAccession: string;
  readonly cik: string;
  readonly name: string;
  readonly city: string;
  readonly place: string;
  readonly phone: string;
  readonly entityType: string;
  readonly foundedIn: string;
  readonly industry: string;
  readonly fundType: string;
  readonly exemptions: readonly string[];
  /** '': yet to occur. */
  readonly firstSaleOn: string;
  /** Of the securities, such as `isEquityType`. */
  readonly securities: readonly string[];
  readonly isCombination: boolean;
  readonly amount: string;
  readonly sold: string;
  readonly isTest: boolean;
  readonly persons: readonly {
    readonly first: string;
    readonly middle?: string;
    readonly last: string;
    readonly roles: readonly string[];
  }[];
  readonly signers: readonly { readonly name: string; readonly title: string }[];
  /** CIKs of further issuers, for which the submission stands in the index once more. */
  readonly others: readonly string[];
}

/** A robotics company in Texas that raised 3.2 of 5 million dollars. */
export function sampleFiling(changed: Partial<SampleFiling> = {}): SampleFiling {
  return {
    accession: '0001999999-26-000001',
    type: 'D',
    filedOn: '2026-05-14',
    fileNumber: '021-501236',
    previousAccession: '',
    cik: '0001999999',
    name: 'Northlight Robotics, Inc.',
    city: 'AUSTIN',
    place: 'TX',
    phone: '512-555-0100',
    entityType: 'Corporation',
    foundedIn: '2024',
    industry: 'Other Technology',
    fundType: '',
    exemptions: ['06b'],
    firstSaleOn: '2026-05-12',
    securities: ['isEquityType'],
    isCombination: false,
    amount: '5000000',
    sold: '3200000',
    isTest: false,
    persons: [{ first: 'Ann', last: 'Sample', roles: ['Executive Officer', 'Director'] }],
    signers: [],
    others: [],
    ...changed,
  };
}

/** With a wrapper in front of the header, as old submissions have it. */
export function submissionOf(filing: SampleFiling, renamed: ReadonlyMap<string, string>): string {
  const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const tag = (name: string, content: string) => `<${renamed.get(name) ?? name}>${content}</${renamed.get(name) ?? name}>`;
  const persons = filing.persons.map(({ first, middle, last, roles }) =>
    tag(
      'relatedPersonInfo',
      tag(
        'relatedPersonName',
        tag('firstName', text(first)) +
          (middle === undefined ? '' : tag('middleName', text(middle))) +
          tag('lastName', text(last)),
      ) +
        tag(
          'relatedPersonAddress',
          tag('street1', '1 Home Street, Apt 1711') + tag('city', 'HOMETOWN') + tag('stateOrCountry', 'NY'),
        ) +
        tag('relatedPersonRelationshipList', roles.map((role) => tag('relationship', role)).join('')) +
        tag('relationshipClarification', ''),
    ),
  );
  const issuer =
    tag('cik', filing.cik) +
    tag('entityName', text(filing.name)) +
    tag('issuerAddress', tag('street1', '1 Sample Street') + tag('city', filing.city) + tag('stateOrCountry', filing.place)) +
    tag('issuerPhoneNumber', filing.phone) +
    tag('entityType', filing.entityType) +
    tag(
      'yearOfInc',
      filing.foundedIn === '' ? tag('overFiveYears', 'true') : tag('withinFiveYears', 'true') + tag('value', filing.foundedIn),
    );
  const offering =
    tag(
      'industryGroup',
      tag('industryGroupType', text(filing.industry)) +
        (filing.fundType === '' ? '' : tag('investmentFundInfo', tag('investmentFundType', filing.fundType))),
    ) +
    tag('federalExemptionsExclusions', filing.exemptions.map((item) => tag('item', item)).join('')) +
    tag(
      'typeOfFiling',
      tag(
        'newOrAmendment',
        tag('isAmendment', String(filing.type === 'D/A')) +
          (filing.previousAccession === '' ? '' : tag('previousAccessionNumber', filing.previousAccession)),
      ) + tag('dateOfFirstSale', filing.firstSaleOn === '' ? tag('yetToOccur', 'true') : tag('value', filing.firstSaleOn)),
    ) +
    tag('typesOfSecuritiesOffered', filing.securities.map((name) => tag(name, 'true')).join('')) +
    tag('businessCombinationTransaction', tag('isBusinessCombinationTransaction', String(filing.isCombination))) +
    tag('offeringSalesAmounts', tag('totalOfferingAmount', filing.amount) + tag('totalAmountSold', filing.sold)) +
    tag(
      'signatureBlock',
      filing.signers
        .map(({ name, title }) => tag('signature', tag('nameOfSigner', text(name)) + tag('signatureTitle', text(title))))
        .join(''),
    );
  const others = filing.others.map((cik) => tag('issuer', tag('cik', cik) + tag('entityName', 'Other issuer')));
  return `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR
MIC-Info: RSA-MD5,RSA,
 AbCdEfGh==

<SEC-DOCUMENT>${filing.accession}.txt : ${filing.filedOn.replaceAll('-', '')}
<SEC-HEADER>${filing.accession}.hdr.sgml : ${filing.filedOn.replaceAll('-', '')}
ACCESSION NUMBER:		${filing.accession}
CONFORMED SUBMISSION TYPE:	${filing.type}
PUBLIC DOCUMENT COUNT:		1
ITEM INFORMATION:		06b
FILED AS OF DATE:		${filing.filedOn.replaceAll('-', '')}

FILER:

	COMPANY DATA:
		COMPANY CONFORMED NAME:			${filing.name}
		CENTRAL INDEX KEY:			${filing.cik}

	FILING VALUES:
		FORM TYPE:		${filing.type}
		SEC ACT:		1933 Act
		SEC FILE NUMBER:	${filing.fileNumber}
		FILM NUMBER:		26555000
</SEC-HEADER>
<DOCUMENT>
<TYPE>${filing.type}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
<XML>
<?xml version="1.0"?>
<edgarSubmission>
${tag('schemaVersion', 'X0708')}${tag('submissionType', filing.type)}${tag('testOrLive', filing.isTest ? 'TEST' : 'LIVE')}
${tag('primaryIssuer', issuer)}
${others.length === 0 ? '' : tag('issuerList', others.join(''))}
${tag('relatedPersonsList', persons.join(''))}
${tag('offeringData', offering)}
</edgarSubmission>
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
-----END PRIVACY-ENHANCED MESSAGE-----
`;
}

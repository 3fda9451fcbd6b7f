/** What fictional people do, by line of work: titles from junior to senior, skills and sentences. */
export interface LineOfWork {
  readonly titles: readonly string[];
  readonly germanTitles: readonly string[];
  readonly skills: readonly string[];
}

export const linesOfWork: readonly LineOfWork[] = [
  {
    titles: ['Planner', 'Supply Planner', 'Supply Chain Manager', 'Head of Supply Chain', 'VP Operations'],
    germanTitles: ['Disponent', 'Planer Lieferkette', 'Leiter Logistik', 'Bereichsleiterin Lieferkette', 'Vorstand Betrieb'],
    skills: ['Demand Planning', 'Procurement', 'Negotiation', 'SAP'],
  },
  {
    titles: ['Junior Developer', 'Software Engineer', 'Senior Software Engineer', 'Staff Engineer', 'CTO & Co-founder'],
    germanTitles: [
      'Junior-Entwickler',
      'Softwareentwicklerin',
      'Senior-Entwickler',
      'Leitende Ingenieurin',
      'Technischer Leiter',
    ],
    skills: ['TypeScript', 'Distributed Systems', 'PostgreSQL', 'Code Review'],
  },
  {
    titles: ['Sales Assistant', 'Account Executive', 'Key Account Manager', 'Sales Director', 'Chief Revenue Officer'],
    germanTitles: ['Vertriebsassistenz', 'Kundenberater', 'Großkundenbetreuerin', 'Vertriebsleiter', 'Vorständin Vertrieb'],
    skills: ['Forecasting', 'Contract Negotiation', 'CRM', 'Public Speaking'],
  },
  {
    titles: ['Accountant', 'Financial Analyst', 'Controller', 'Finance Manager', 'CFO'],
    germanTitles: ['Buchhalterin', 'Finanzanalyst', 'Controllerin', 'Leiter Finanzen', 'Kaufmännische Vorständin'],
    skills: ['IFRS', 'Budgeting', 'Treasury', 'Risk'],
  },
  {
    titles: ['Designer', 'Product Designer', 'Senior Product Designer', 'Design Lead', 'Head of Design'],
    germanTitles: ['Gestalterin', 'Produktdesigner', 'Senior-Produktdesignerin', 'Leitung Gestaltung', 'Designchef'],
    skills: ['Prototyping', 'User Research', 'Accessibility', 'Typography'],
  },
];

export const japaneseTitles: readonly string[] = ['営業担当', 'プロジェクトマネージャー', '開発責任者', '事業部長', '代表取締役'];

export const freeTextEmployers: readonly string[] = [
  'Self-employed',
  'Freelance projects',
  'Family bakery Vindemark',
  'Stealth startup',
  '個人事業',
];

export const descriptions: readonly (string | null)[] = [
  null,
  'Owned planning and procurement for three sites.\nTeam of 14.',
  null,
  'Built the pricing desk – from one spreadsheet to a product 🚀',
  '• Cut lead time by 30 %\n• Opened two markets\n• Hired & coached six people',
  'Verantwortlich für Angebote über 1 Mio. € · Größe des Teams: 5',
];

export const summaries: readonly string[] = [
  'I like trains, warehouses and spreadsheets, roughly in that order.',
  'Fifteen years between factory floors and board rooms.\n\nAsk me about "boring" infrastructure, <short> meetings & good tea.',
  'Ich verbinde Menschen, Zahlen und Geschichten. Früher Gründer, heute Brückenbauer.',
  'データと現場をつなぐ仕事をしています。',
];

export const degrees: readonly (readonly [degree: string | null, field: string | null])[] = [
  ['Master of Science - MS', 'Industrial Engineering'],
  ['Bachelor of Arts (B.A.)', 'Economics, Politics and Law'],
  ['Diplom', 'Informatik'],
  [null, 'Design'],
  ['Doctor of Philosophy - PhD', null],
  [null, null],
];

/** How each provider writes a board's jobs, in the structure of its real interface. */
export interface StandInJob {
  readonly id: string;
  readonly title: string;
  readonly department?: string;
  /** `Berlin`, or as a whole where a provider has one text. */
  readonly location?: string;
  readonly city?: string;
  readonly country?: string;
  readonly countryCode?: string;
  readonly workplace?: 'remote' | 'hybrid' | 'onsite';
  /** In the provider's words. */
  readonly employmentType?: string;
  readonly salary?: { readonly min: number; readonly max: number; readonly currency: string; readonly interval: string };
  readonly publishedAt?: string;
  /** Ashby: false for jobs that only a link shows. */
  readonly isListed?: boolean;
}

export interface StandInBoard {
  readonly company: string;
  jobs: readonly StandInJob[];
}

/** @returns the body; null: no such address @param query of the address */
export function answerFor(provider: string, board: StandInBoard, query: URLSearchParams): unknown {
  const { company, jobs } = board;
  const from = Number(query.get('skip') ?? query.get('offset') ?? 0);
  const until = from + Number(query.get('limit') ?? 100);
  switch (provider) {
    case 'greenhouse':
      return {
        jobs: jobs.map((job) => ({
          id: Number(job.id),
          internal_job_id: Number(job.id) + 1,
          title: job.title,
          // Many companies show their jobs on pages of their own.
          absolute_url: `https://www.${company.toLowerCase()}.example/careers?gh_jid=${job.id}`,
          company_name: company,
          first_published: job.publishedAt,
          updated_at: '2026-11-20T09:00:00-05:00',
          location: { name: job.location },
          metadata: job.employmentType === undefined ? null : [{ id: 1, name: 'Employment Type', value: job.employmentType }],
          ...(query.get('content') === 'true'
            ? { content: '&lt;p&gt;We build gates.&lt;/p&gt;', departments: [{ id: 1, name: job.department }], offices: [] }
            : {}),
        })),
        meta: { total: jobs.length },
      };
    case 'lever':
      return jobs.slice(from, until).map((job) => ({
        id: job.id,
        text: job.title,
        categories: {
          team: job.department,
          location: job.location,
          commitment: job.employmentType,
          allLocations: [job.location],
        },
        country: job.countryCode ?? null,
        workplaceType: job.workplace ?? 'unspecified',
        createdAt: job.publishedAt === undefined ? null : Date.parse(job.publishedAt),
        ...(job.salary === undefined ? {} : { salaryRange: job.salary }),
        hostedUrl: `https://jobs.lever.co/${company}/${job.id}`,
      }));
    case 'ashby':
      return {
        apiVersion: '1',
        jobs: jobs.map((job) => ({
          id: job.id,
          title: job.title,
          department: job.department,
          team: job.department,
          employmentType: job.employmentType,
          location: job.location,
          secondaryLocations: [],
          isRemote: job.workplace === 'remote',
          workplaceType:
            job.workplace === undefined ? null : { remote: 'Remote', hybrid: 'Hybrid', onsite: 'OnSite' }[job.workplace],
          address: { postalAddress: { addressCountry: job.country ?? null } },
          publishedAt: job.publishedAt,
          isListed: job.isListed ?? true,
          jobUrl: `https://jobs.ashbyhq.com/${company}/${job.id}`,
          compensation: {
            summaryComponents:
              job.salary === undefined
                ? []
                : [
                    {
                      compensationType: 'EquityPercentage',
                      interval: 'NONE',
                      currencyCode: null,
                      minValue: null,
                      maxValue: null,
                    },
                    {
                      compensationType: 'Salary',
                      interval: job.salary.interval,
                      currencyCode: job.salary.currency,
                      minValue: job.salary.min,
                      maxValue: job.salary.max,
                    },
                  ],
          },
        })),
      };
    case 'smartrecruiters':
      return {
        offset: from,
        limit: until - from,
        totalFound: jobs.length,
        content: jobs.slice(from, until).map((job) => ({
          id: job.id,
          name: job.title,
          company: { identifier: company, name: company },
          releasedDate: job.publishedAt,
          location: { city: job.city, country: job.countryCode?.toLowerCase(), remote: job.workplace === 'remote' },
          department: { id: '1', label: job.department },
          typeOfEmployment: { id: 'permanent', label: job.employmentType },
        })),
      };
    case 'recruitee':
      return {
        offers: jobs.map((job) => ({
          id: Number(job.id),
          slug: job.title.toLowerCase().replace(/[^a-z]+/g, '-'),
          title: job.title,
          department: job.department,
          location: job.location,
          city: job.city,
          country_code: job.countryCode,
          remote: job.workplace === 'remote',
          hybrid: job.workplace === 'hybrid',
          on_site: job.workplace === 'onsite',
          employment_type_code: job.employmentType,
          published_at: job.publishedAt,
          company_name: company,
          careers_url: `https://jobs.${company.toLowerCase()}.example/o/1`,
          ...(job.salary === undefined
            ? {}
            : {
                salary: {
                  min: String(job.salary.min),
                  max: String(job.salary.max),
                  period: job.salary.interval,
                  currency: job.salary.currency,
                },
              }),
        })),
      };
    case 'workable':
      return {
        name: company,
        description: null,
        jobs: jobs.map((job) => ({
          title: job.title,
          shortcode: job.id,
          code: '',
          employment_type: job.employmentType ?? '',
          telecommuting: job.workplace === 'remote',
          department: job.department ?? '',
          url: `https://apply.workable.com/j/${job.id}`,
          published_on: job.publishedAt,
          created_at: job.publishedAt,
          country: job.country,
          city: job.city,
          state: '',
        })),
      };
    default:
      return null;
  }
}

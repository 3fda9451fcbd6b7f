import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ExternalLink } from '../../../components/external-link.tsx';
import { Tag } from '../../../components/tag.tsx';
import { formatPartialDate } from './partial-date.ts';

type Experience = CollectedProfile['experiences'][number];

export function ExperienceList({ experiences }: { readonly experiences: readonly Experience[] }) {
  if (experiences.length === 0) return null;
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5 }}>
      {experiences.map((experience, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is loaded in full and never reordered
        <ExperienceItem key={index} experience={experience} />
      ))}
    </Box>
  );
}

function ExperienceItem({ experience }: { readonly experience: Experience }) {
  const { title, description, company_url: companyUrl, company_name: companyName, category, location } = experience;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.25, overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {title !== null && (
          <Typography variant="h3" component="h3">
            {title}
          </Typography>
        )}
        {experience.is_current && <Tag tone="success">Current</Tag>}
      </Box>
      <Line>
        {companyUrl !== null ? (
          <span>
            <ExternalLink href={companyUrl}>{companyName ?? companyUrl}</ExternalLink>
          </span>
        ) : (
          companyName !== null && <span>{companyName}</span>
        )}
        {category !== null && <span>{category}</span>}
        {location !== null && <span>{location}</span>}
      </Line>
      <Line>
        <span>
          Started: <Moment date={experience.started_at} precision={experience.started_precision} />
        </span>
        <span>
          Ended: <Moment date={experience.ended_at} precision={experience.ended_precision} />
        </span>
      </Line>
      {description !== null && (
        <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line', maxWidth: '72ch' }}>
          {description}
        </Typography>
      )}
    </Box>
  );
}

interface MomentProps {
  readonly date: string | null;
  readonly precision: Experience['started_precision'];
}

function Moment({ date, precision }: MomentProps) {
  const text = formatPartialDate(date, precision);
  return date === null ? <span>{text}</span> : <time dateTime={machineDate(date, precision)}>{text}</time>;
}

/** `2019`, `2019-03` or `2019-03-14`: only as precise as known. */
function machineDate(date: string, precision: Experience['started_precision']): string {
  if (precision === 'year') return date.slice(0, 4);
  return precision === 'month' ? date.slice(0, 7) : date;
}

/** Parts separated by dots that belong to none of them. */
function Line({ children }: { readonly children: React.ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        fontSize: '0.875rem',
        color: 'text.secondary',
        '& > :not(:last-child)::after': { content: '"·"', mx: 0.75 },
      }}
    >
      {children}
    </Box>
  );
}

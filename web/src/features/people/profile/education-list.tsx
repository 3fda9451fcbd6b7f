import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ExternalLink } from '../../../components/external-link.tsx';

type Education = CollectedProfile['educations'][number];

export function EducationList({ educations }: { readonly educations: readonly Education[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      {educations.map((education, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is loaded in full and never reordered
        <EducationItem key={index} education={education} />
      ))}
    </Box>
  );
}

function EducationItem({ education }: { readonly education: Education }) {
  const { school_name: name, school_url: url, degree, field } = education;
  const studied = [degree, field].filter((text) => text !== null).join(', ');
  const years = [education.started_at, education.ended_at].map((date) => date?.slice(0, 4)).filter((year) => year !== undefined);
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Typography variant="h3" component="h3">
        {url === null ? name : <ExternalLink href={url}>{name ?? url}</ExternalLink>}
      </Typography>
      {studied !== '' && <Typography variant="body2">{studied}</Typography>}
      {years.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {years.join(' – ')}
        </Typography>
      )}
    </Box>
  );
}

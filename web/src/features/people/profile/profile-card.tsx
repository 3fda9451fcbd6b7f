import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { cellHref, shortAddress } from '../../../components/data-grid/body/cell-link.ts';
import { ExternalLink } from '../../../components/external-link.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { PersonPhoto } from '../person/person-photo.tsx';
import { EducationList } from './education-list.tsx';
import { ExperienceList } from './experience-list.tsx';
import { SectionNote } from './section-note.tsx';

export function ProfileCard({ profile }: { readonly profile: CollectedProfile }) {
  const { full_name: name, headline, description, sections } = profile;
  return (
    <Paper
      variant="outlined"
      component="article"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 2.5, alignItems: 'flex-start' }}>
        <PersonPhoto url={profile.photo_url} name={name} size={100} alt={name ?? 'Photo'} />
        <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name !== null && <Typography variant="h2">{name}</Typography>}
          {headline !== null && <Typography sx={{ fontWeight: 500 }}>{headline}</Typography>}
          <Typography variant="body2">
            <ExternalLink href={profile.profile_url}>Profile on LinkedIn</ExternalLink>
          </Typography>
          {description !== null && (
            <Typography sx={{ mt: 1, whiteSpace: 'pre-line', maxWidth: '72ch' }}>{description}</Typography>
          )}
          <SectionNote state={sections.about} what="the description" />
        </Box>
      </Box>

      <Facts profile={profile} />

      <SectionDivider>Experiences</SectionDivider>
      <SectionNote state={sections.experience} what="this list" missing={profile.missing_experiences} />
      <ExperienceList experiences={profile.experiences} />

      {(profile.educations.length > 0 || sections.education === 'truncated') && (
        <>
          <SectionDivider>Education</SectionDivider>
          <SectionNote state={sections.education} what="this list" />
          <EducationList educations={profile.educations} />
        </>
      )}
    </Paper>
  );
}

function SectionDivider({ children }: { readonly children: string }) {
  return (
    <Divider textAlign="left" sx={{ '&::before': { display: 'none' }, '& .MuiDivider-wrapper': { paddingInlineStart: 0 } }}>
      <Typography component="h2" variant="h2">
        {children}
      </Typography>
    </Divider>
  );
}

function Facts({ profile }: { readonly profile: CollectedProfile }) {
  const { company_url: companyUrl, company_name: companyName, email } = profile;
  const company = companyUrl === null ? companyName : <ExternalLink href={companyUrl}>{companyName ?? companyUrl}</ExternalLink>;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 3,
        rowGap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
        '& dt': { fontSize: '0.8125rem', color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      <Fact label="Title">{profile.title}</Fact>
      <Fact label="Company">{company}</Fact>
      <Fact label="Location">{profile.location}</Fact>
      <Fact label="Country">{profile.country}</Fact>
      <Fact label="Connections">{count(profile.connection_count)}</Fact>
      <Fact label="Followers">{count(profile.follower_count)}</Fact>
      <Fact label="Email">{email !== null && <Reach kind="email" value={email} />}</Fact>
      {profile.phones.length > 0 && (
        <Fact label={profile.phones.length === 1 ? 'Phone' : 'Phones'}>
          {lines(profile.phones.map((phone) => <Reach key={phone} kind="phone" value={phone} />))}
        </Fact>
      )}
      {profile.websites.length > 0 && (
        <Fact label={profile.websites.length === 1 ? 'Website' : 'Websites'}>
          {lines(
            profile.websites.map((url) => (
              <ExternalLink key={url} href={url}>
                {shortAddress(url)}
              </ExternalLink>
            )),
          )}
        </Fact>
      )}
    </Box>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || NO_VALUE}</dd>
    </div>
  );
}

/** An address or number that the system writes to or calls. */
function Reach({ kind, value }: { readonly kind: 'email' | 'phone'; readonly value: string }) {
  const href = cellHref({ field: kind, headerName: kind, kind }, value);
  return href === null ? value : <Link href={href}>{value}</Link>;
}

function count(value: number | null): string | null {
  return value === null ? null : formatCount(value);
}

/** Puts items on separate lines. */
function lines(items: readonly React.ReactNode[]): React.ReactNode {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is loaded in full and never reordered
    <Box key={index} component="span" sx={{ display: 'block' }}>
      {item}
    </Box>
  ));
}

/** The account's own data about a profile: its tags, how often to collect it again, what LinkedIn sent and when, and its deletion. */
import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ShownTags } from '../../../components/my-rows/shown-tags.tsx';
import { LazyTagsField } from '../../../components/tags/lazy-tags-field.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { knownTagsQuery } from '../../../lib/collected-people/people-queries.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { useMay } from '../../../lib/workspace/use-may.ts';
import { DeletePeopleDialog } from '../changes/delete-people-dialog.tsx';
import { useChangeTags } from '../changes/use-change-tags.ts';
import { personName } from '../person/person-name.ts';
import { SectionList } from '../person/section-list.tsx';
import { sectionLines } from '../person/section-states.ts';
import { ProfileRecollection } from './profile-recollection.tsx';

/** More tags than anybody needs; the server has its own limit. */
const TAG_LIMIT = 100;

interface ProfileRecordProps {
  readonly profile: CollectedProfile;
  readonly onDeleted: () => void;
}

export function ProfileRecord({ profile, onDeleted }: ProfileRecordProps) {
  const { user_id: id, sections, missing_experiences: missing } = profile;
  const [isDeleting, setDeleting] = useState(false);
  const lines = sectionLines(sections, missing);
  const isRefused = useMay(changing) !== null;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="profile-record"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="profile-record" variant="h2">
        Tags and record
      </Typography>
      {isRefused ? <ShownTags tags={profile.tags} /> : <ProfileTags id={id} tags={profile.tags} />}
      <ProfileRecollection id={id} />
      {lines.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h3">What LinkedIn sent</Typography>
          <SectionList lines={lines} />
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Last collected <Moment time={profile.last_collected_at} />. Last changed <Moment time={profile.updated_at} />. First
        collected{profile.collected_by == null ? '' : ` by ${profile.collected_by}`} <Moment time={profile.collected_at} />. Read
        by parser version {profile.parser_version}.
      </Typography>
      <May needs={changing}>
        <Button
          variant="outlined"
          color="error"
          startIcon={<DeleteOutlineRounded />}
          onClick={() => setDeleting(true)}
          sx={{ justifySelf: 'start' }}
        >
          Delete this profile…
        </Button>
      </May>
      {isDeleting && (
        <DeletePeopleDialog
          chosen={{ ids: [id] }}
          count={1}
          name={personName(profile)}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </Paper>
  );
}

interface ProfileTagsProps {
  readonly id: string;
  readonly tags: readonly string[];
}

/** Each change is sent separately and shown at once. */
function ProfileTags({ id, tags }: ProfileTagsProps) {
  const [isChoosing, setChoosing] = useState(false);
  // If known tags cannot be loaded, tags can still be typed.
  const { data: known = [] } = useQuery({ ...knownTagsQuery, enabled: isChoosing });
  const changeTags = useChangeTags();
  return (
    <LazyTagsField
      label="Tags"
      known={known}
      values={tags}
      onChange={(next) =>
        changeTags({
          chosen: { ids: [id] },
          shown: [id],
          add: next.filter((tag) => !tags.includes(tag)),
          remove: tags.filter((tag) => !next.includes(tag)),
        })
      }
      placeholder="Add a tag"
      limit={TAG_LIMIT}
      onFocus={() => setChoosing(true)}
    />
  );
}

function Moment({ time }: { readonly time: string }) {
  return <time dateTime={time}>{formatDayAndTime(time)}</time>;
}

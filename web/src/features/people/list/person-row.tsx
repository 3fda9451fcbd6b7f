/** One person. All texts are untrusted and shown as plain text. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import Link from '@mui/material/Link';
import { memo } from 'react';
import { generatePath } from 'react-router-dom';
import { CheckBox } from '../../../components/check-box.tsx';
import { cellHref } from '../../../components/data-grid/body/cell-link.ts';
import { ExternalLink } from '../../../components/external-link.tsx';
import { Tag } from '../../../components/tag.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts';
import { paths } from '../../../lib/paths.ts';
import { personName } from '../person/person-name.ts';
import { PersonPhoto } from '../person/person-photo.tsx';
import { SectionsButton } from './sections-button.tsx';

/** Further tags are shown as a number; the profile shows all. */
const SHOWN_TAGS = 4;
const emailColumn = { field: 'email', headerName: 'Email', kind: 'email' } as const;

interface PersonRowProps {
  readonly person: ProfileListItem;
  /** The number of the person, from 1 for the first of the first page, where others are scrolled to; undefined: all are drawn. */
  readonly number: number | undefined;
  readonly isSelected: boolean;
  /** The person was added or changed since the account was last here. */
  readonly isNew: boolean;
  /** `isRange`: also selects all rows since the one pressed before. */
  readonly onToggle: (id: string, isRange: boolean) => void;
}

export const PersonRow = memo(function PersonRow({ person, number, isSelected, isNew, onToggle }: PersonRowProps) {
  const name = personName(person);
  const { headline, title, company_name: company, company_url: companyUrl, email, tags, collected_by: collector } = person;
  const location = person.location ?? person.country;
  return (
    <tr data-selected={isSelected || undefined} aria-rowindex={number === undefined ? undefined : number + 1}>
      <td>
        <CheckBox
          isChecked={isSelected}
          onChange={(_, event) => onToggle(person.id, isWithShift(event.nativeEvent))}
          label={`Select ${name}`}
        />
      </td>
      <td>
        <div className="person">
          {isNew && <span role="img" className="new" aria-label="New" title="New" />}
          <PersonPhoto url={person.photo_url} name={person.full_name} size={40} alt="" />
          <div>
            <TextLink to={generatePath(paths.linkedinUser, { userId: person.user_id })} className="cut name" title={name}>
              {name}
            </TextLink>
            {headline !== null && (
              <span className="cut quiet" title={headline}>
                {headline}
              </span>
            )}
          </div>
        </div>
      </td>
      <td data-label="Title" data-empty={title === null ? '' : undefined}>
        <span className="cut" title={title ?? undefined}>
          {title}
        </span>
      </td>
      <td data-label="Company" data-empty={company === null && companyUrl === null ? '' : undefined}>
        <span className="cut" title={company ?? undefined}>
          {companyUrl === null ? company : <ExternalLink href={companyUrl}>{company ?? companyUrl}</ExternalLink>}
        </span>
      </td>
      <td data-label="Location" data-empty={location === null ? '' : undefined}>
        <span className="cut" title={location ?? undefined}>
          {location}
        </span>
      </td>
      <td data-label="Email" data-empty={email === null ? '' : undefined}>
        <span className="cut" title={email ?? undefined}>
          <EmailLink email={email} />
        </span>
      </td>
      <td data-label="Tags" data-empty={tags.length === 0 ? '' : undefined}>
        <Tags tags={tags} />
      </td>
      <td data-label="Collected">
        <div>
          <Moment time={person.collected_at} more={moreOnCollecting(person)} />
          {collector != null && <span className="cut quiet">by {collector}</span>}
        </div>
      </td>
      <td data-label="Updated">
        <Moment time={person.updated_at} />
      </td>
      <td data-label="Sections">
        <SectionsButton sections={person.sections} name={name} />
      </td>
    </tr>
  );
});

function EmailLink({ email }: { readonly email: string | null }) {
  const href = email === null ? null : cellHref(emailColumn, email);
  return href === null ? email : <Link href={href}>{email}</Link>;
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const shown = tags.length > SHOWN_TAGS ? tags.slice(0, SHOWN_TAGS - 1) : tags;
  const more = tags.length - shown.length;
  return (
    <span className="tags">
      {shown.map((tag) => (
        <Tag key={tag} title={tag}>
          <bdi>{tag}</bdi>
        </Tag>
      ))}
      {more > 0 && <Tag title={tags.slice(shown.length).join(', ')}>{more} more</Tag>}
    </span>
  );
}

interface MomentProps {
  readonly time: string;
  readonly more?: string;
}

function Moment({ time, more = '' }: MomentProps) {
  return (
    <time dateTime={time} title={`${formatDayAndTime(time)}${more}`}>
      {formatDay(time)}
    </time>
  );
}

/** The later time, where it differs from the first. */
function moreOnCollecting({ collected_at: first, collected_by: by, last_collected_at: last }: ProfileListItem): string {
  return `${by == null ? '' : ` by ${by}`}${first === last ? '' : `, last collected ${formatDayAndTime(last)}`}`;
}

function isWithShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

import { removeOidcLink } from '@leadloom/shared/contract/oidc';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SettingsLine, useLine } from '../../../components/settings-line.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { oidcLinksQueryKey } from '../../../lib/oidc/oidc-links-query-key.ts';
import { type OidcLinks, useOidcLinks } from '../../../lib/oidc/use-oidc-links.ts';
import { LoadedValue } from '../loaded-value.tsx';
import { RemovalDialog } from '../removal-dialog.tsx';
import { WayLine, WayList } from '../way-line.tsx';

/** The sign-ins at the provider of this server that open the account. */
export function OidcSection({ providerName }: { readonly providerName: string }) {
  const queryClient = useQueryClient();
  const links = useOidcLinks(true);
  const { data } = links;
  const [removing, setRemoving] = useState<string | null>(null);
  const line = useLine();

  function onRemoved(): void {
    setRemoving(null);
    line.setOutcome('The sign-in was removed.');
    void queryClient.invalidateQueries({ queryKey: oidcLinksQueryKey });
  }

  return (
    <SettingsLine
      heading={`Sign in with ${providerName}`}
      value={<LoadedValue query={links} text={({ data }) => linksText(data.map(({ email }) => email))} />}
      line={line}
      lead="Your account in another service can open this one. If two-factor sign-in is on here, its code is still asked for."
    >
      {data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {data.total === 0 ? (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Not used yet. Choose “Continue with {providerName}” the next time you sign in, with the same verified email.
            </Typography>
          ) : (
            <WayList label={`Sign-ins with ${providerName}`}>
              {data.data.map((link) => (
                <LinkLine
                  key={link.id}
                  providerName={providerName}
                  link={link}
                  onRemove={() => {
                    line.setOutcome(null);
                    setRemoving(link.id);
                  }}
                />
              ))}
            </WayList>
          )}
          {removing !== null && (
            <RemovalDialog
              title={`Remove the sign-in with ${providerName}?`}
              text="It no longer opens your account, and all your other browsers are signed out. If it is used again with your verified email, it is joined again."
              remove={() => call(removeOidcLink, { params: { link_id: removing } })}
              goneCode="OIDC.LINK_NOT_FOUND"
              onRemoved={onRemoved}
              onClose={() => setRemoving(null)}
            />
          )}
        </Box>
      )}
    </SettingsLine>
  );
}

function linksText(emails: readonly string[]): string {
  return emails.length === 0 ? 'Not used' : emails.join(', ');
}

interface LinkLineProps {
  readonly providerName: string;
  readonly link: OidcLinks['data'][number];
  readonly onRemove: () => void;
}

function LinkLine({ providerName, link, onRemove }: LinkLineProps) {
  return (
    <WayLine
      title={
        <>
          Signed in with {providerName} as <bdi>{link.email}</bdi>
        </>
      }
      text={`Joined ${formatDayAndTime(link.created_at)} · Last used ${formatDayAndTime(link.last_used_at)}`}
    >
      {(titleId) => (
        <Button size="small" color="error" aria-describedby={titleId} onClick={onRemove}>
          Remove
        </Button>
      )}
    </WayLine>
  );
}

/** The screen of the workspace: its members, what they did, its subscription, and its settings. */
import Box from '@mui/material/Box';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Loaded } from '../../components/loaded.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TabList } from '../../components/tab-list.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { type WorkspacePart, workspaceParts } from '../../lib/paths.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { type ShownWorkspace, useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { ActivitySection } from './activity/activity-section.tsx';
import { MembersSection } from './members/members-section.tsx';
import { PersonalWorkspace } from './personal-workspace.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { SubscriptionSection } from './settings/subscription-section.tsx';

const tabLabels: Readonly<Record<WorkspacePart, string>> = {
  members: 'Members',
  activity: 'Activity',
  subscription: 'Subscription',
  settings: 'Settings',
};

export function Workspace() {
  const workspace = useWorkspace();
  const me = useMe();
  return (
    <PageBody width="list">
      <PageHeading title={workspace.isPersonal ? 'Workspace' : workspace.name} />
      {/* What may be done in it is known once the account is. */}
      <Loaded query={me} loading="Loading the workspace…">
        {(user) => (workspace.isPersonal ? <PersonalWorkspace /> : <Parts workspace={workspace} user={user} />)}
      </Loaded>
    </PageBody>
  );
}

interface PartsProps {
  readonly workspace: ShownWorkspace;
  readonly user: NonNullable<ReturnType<typeof useMe>['data']>;
}

function Parts({ workspace, user }: PartsProps) {
  const id = useId();
  const [address, setAddress] = useSearchParams();
  const part = workspaceParts.find((known) => known === address.get('show')) ?? 'members';
  const open = (chosen: WorkspacePart) => setAddress(chosen === 'members' ? {} : { show: chosen }, { replace: true });
  useScreenActions(
    workspaceParts.filter((other) => other !== part).map((other) => ({ label: tabLabels[other], run: () => open(other) })),
  );
  return (
    <>
      <TabList
        label="Workspace"
        tabs={workspaceParts.map((value) => ({
          value,
          id: `${id}-${value}`,
          controls: `${id}-panel`,
          text: tabLabels[value],
        }))}
        value={part}
        onChange={open}
      />
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${part}`} sx={{ minWidth: 0 }}>
        {part === 'members' && <MembersSection workspace={workspace} ownEmail={user.email} />}
        {part === 'activity' && <ActivitySection workspace={workspace} />}
        {part === 'subscription' && <SubscriptionSection user={user} />}
        {part === 'settings' && <SettingsSection workspace={workspace} />}
      </Box>
    </>
  );
}

/** "Add manually Linkedin profiles": addresses typed or pasted, one per line, each judged on its own. */
import { type CollectorEntry, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import type { ProfileAddress } from '@leadloom/shared/linkedin/profile-url';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { putEntries } from '../api/jobs-cache.ts';
import { SectionPanel } from '../listing/section-tabs.tsx';
import { type LineProblem, planAdditions, profileKey, summarizeAddition, URL_EXISTS } from './plan-additions.ts';

/** What one call may carry. */
const LARGEST_SAVE = 1000;

interface ManualProfilesProps {
  readonly entries: readonly CollectorEntry[];
  readonly isDisabled: boolean;
  /** Why the list does not show the added profiles yet; null: it does. */
  readonly missingList: string | null;
  readonly onAdded: (entries: readonly CollectorEntry[]) => void;
}

export function ManualProfiles({ entries, isDisabled, missingList, onAdded }: ManualProfilesProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<readonly LineProblem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [summary, setSummary] = useState<string | null>(null);
  const [addedCount, setAddedCount] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const submitButton = useRef<HTMLButtonElement>(null);

  async function add(): Promise<void> {
    const plan = planAdditions(typed, new Set(entries.map((entry) => profileKey(entry.url))));
    setFailure(null);
    setAddedCount(0);
    setProblems(plan.problems);
    setSummary(summarizeAddition(plan, 0, 0));
    if (plan.accepted.length === 0) return;
    setSaving(true);
    try {
      const { added, known } = await saveProfiles(plan.accepted);
      putEntries(queryClient, [...added, ...known]);
      const left = [...plan.problems, ...known.map((entry) => ({ line: entry.url, message: URL_EXISTS }))];
      setProblems(left);
      setTyped(left.map(({ line }) => line).join('\n'));
      setSummary(summarizeAddition(plan, added.length, known.length));
      setAddedCount(added.length);
      onAdded(added);
    } catch (error) {
      setSummary(null);
      setFailure(`An error occurred: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setSaving(false);
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void add();
  }

  /** Enter makes a new line in this field; with Ctrl or Cmd it sends, as in other multi-line fields. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The button knows whether adding is possible and allowed.
    submitButton.current?.click();
  }

  return (
    <SectionPanel id="manual-profiles" note={null}>
      <Box
        component="form"
        noValidate
        onSubmit={onSubmit}
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <TextAreaField
          label="Profile to visit"
          name="profiles"
          value={typed}
          onChange={setTyped}
          onKeyDown={onKeyDown}
          placeholder="https://www.linkedin.com/in/…"
          autoCapitalize="none"
          error={problems.length === 0 ? null : <Problems problems={problems} />}
          hint="One address per line."
        />
        <Box role="status" sx={{ fontSize: '0.875rem', '&:empty': { display: 'none' } }}>
          {addedCount > 0 && missingList !== null ? [summary ?? 'Profile added', missingList].join('. ') : summary}
        </Box>
        {failure !== null && <Notice severity="error">{failure}</Notice>}
        <May needs={collecting}>
          <Button
            ref={submitButton}
            type="submit"
            variant="outlined"
            disabled={isDisabled || isSaving}
            sx={{ justifySelf: 'start' }}
          >
            Add Profile
          </Button>
        </May>
      </Box>
    </SectionPanel>
  );
}

/** One message stands alone; of several, those that do not name their line get it in front of it. */
function Problems({ problems }: { readonly problems: readonly LineProblem[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '8lh', overflowY: 'auto', overflowWrap: 'anywhere' }}>
      {problems.map(({ line, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the list is replaced as a whole
        <li key={index}>
          {problems.length > 1 && message === URL_EXISTS && <span>{line}: </span>}
          <span>{message}</span>
        </li>
      ))}
    </Box>
  );
}

interface SavedProfiles {
  readonly added: readonly CollectorEntry[];
  /** Entries that another tab or device listed meanwhile. */
  readonly known: readonly CollectorEntry[];
}

async function saveProfiles(addresses: readonly ProfileAddress[]): Promise<SavedProfiles> {
  const sent = addresses.map(({ url }) => ({ id: randomId(), url, found_by: 'address' as const }));
  const saved: CollectorEntry[] = [];
  for (let start = 0; start < sent.length; start += LARGEST_SAVE) {
    const { users } = await call(saveUserJobs, { body: { users: sent.slice(start, start + LARGEST_SAVE) } });
    saved.push(...users);
  }
  const own = new Set(sent.map((entry) => entry.id));
  return { added: saved.filter((entry) => own.has(entry.id)), known: saved.filter((entry) => !own.has(entry.id)) };
}

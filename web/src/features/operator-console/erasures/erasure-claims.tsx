import type { ErasureChoice, ErasureClaim } from '@leadloom/shared/contract/erasures';
import Box from '@mui/material/Box';
import { CheckLine } from '../../../components/check-line.tsx';
import { claimText } from './erasure-words.ts';

interface ErasureClaimsProps {
  readonly claims: readonly ErasureClaim[];
  /** Keys of those that count everywhere. */
  readonly followed: ReadonlySet<string>;
  readonly onChange: (followed: ReadonlySet<string>) => void;
}

export function initiallyFollowed(claims: readonly ErasureClaim[]): ReadonlySet<string> {
  return new Set(claims.filter((claim) => claim.followed).map(({ key }) => key));
}

/** @returns what differs from what the server would do */
export function choiceOf(claims: readonly ErasureClaim[], followed: ReadonlySet<string>): ErasureChoice {
  const include = claims.filter((claim) => !claim.followed && followed.has(claim.key)).map(({ key }) => key);
  const leaveOut = claims.filter((claim) => claim.followed && !followed.has(claim.key)).map(({ key }) => key);
  return { ...(include.length > 0 && { include }), ...(leaveOut.length > 0 && { leave_out: leaveOut }) };
}

/** What only accounts say about the person: the operator decides what of it is true. */
export function ErasureClaims({ claims, followed, onChange }: ErasureClaimsProps) {
  const toggled = (key: string, isOn: boolean) => {
    const next = new Set(followed);
    if (isOn) next.add(key);
    else next.delete(key);
    return next;
  };
  return (
    <Box>
      <Box sx={{ fontSize: '0.875rem' }}>
        Only accounts say that this is the same person. Anyone can make a profile say so. What is not ticked is removed in those
        accounts only.
      </Box>
      {claims.map((claim) => (
        <CheckLine
          key={claim.key}
          label={claimText(claim)}
          isChecked={followed.has(claim.key)}
          onChange={(isOn) => onChange(toggled(claim.key, isOn))}
        />
      ))}
    </Box>
  );
}

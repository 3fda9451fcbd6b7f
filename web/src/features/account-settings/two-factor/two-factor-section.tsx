/**
 * Two-factor sign-in: off, being set up, on. While the secret and the recovery codes are shown, they are only
 * in this component's state.
 */
import { type ReactNode, useState } from 'react';
import { SettingsLine, useLine } from '../../../components/settings-line.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { LoadedValue } from '../loaded-value.tsx';
import { Unverified } from '../unverified.tsx';
import { ConfirmAuthenticator } from './confirm-authenticator.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { StartSetup } from './start-setup.tsx';
import { codesLeftText, FEW_CODES, SwitchedOn } from './switched-on.tsx';
import { type TwoFactorStatus, useTwoFactorCache, useTwoFactorStatus } from './use-two-factor-status.ts';

type Stage =
  | { readonly name: 'resting' }
  | { readonly name: 'setting up'; readonly secret: string; readonly url: string }
  | { readonly name: 'showing codes'; readonly codes: readonly string[] };

/** Refusals that mean this screen is out of date: another tab, or a lost response, has changed the state. */
const STATE_CONFLICTS: readonly string[] = ['TWO_FACTOR.ALREADY_ON', 'TWO_FACTOR.NOT_BEGUN', 'TWO_FACTOR.NOT_ON'];

export function TwoFactorSection({ isVerified }: { readonly isVerified: boolean }) {
  const status = useTwoFactorStatus();
  const cache = useTwoFactorCache();
  const line = useLine();
  const [stage, setStage] = useState<Stage>({ name: 'resting' });
  const [message, setMessage] = useState<string | null>(null);

  function showCodes(codes: readonly string[]): void {
    setMessage(null);
    setStage({ name: 'showing codes', codes });
    void cache.set({ enabled: true, recovery_codes_left: codes.length });
  }

  function showOff(sentence: string): void {
    setMessage(null);
    line.finish(sentence);
    void cache.set({ enabled: false, recovery_codes_left: 0 });
  }

  /** @returns whether the refusal was about the state, which is then loaded again */
  function onRefusal({ code, message: sentence }: ApiError): boolean {
    if (!STATE_CONFLICTS.includes(code)) return false;
    setMessage(
      code === 'TWO_FACTOR.ALREADY_ON' ? `${sentence} If you did not see the recovery codes, create new ones.` : sentence,
    );
    setStage({ name: 'resting' });
    void cache.refetch();
    return true;
  }

  function content(): ReactNode {
    if (stage.name === 'showing codes')
      return (
        <RecoveryCodes
          codes={stage.codes}
          onSaved={() => {
            setStage({ name: 'resting' });
            line.finish(`Two-factor sign-in is on. ${codesLeftText(stage.codes.length)}`);
          }}
        />
      );
    if (stage.name === 'setting up')
      return (
        <ConfirmAuthenticator
          secret={stage.secret}
          url={stage.url}
          onEnabled={showCodes}
          onRefusal={onRefusal}
          onCancel={() => {
            setStage({ name: 'resting' });
            line.close();
          }}
        />
      );
    if (status.data === undefined) return null;
    if (!status.data.enabled && !isVerified) return <Unverified what="two-factor sign-in" />;
    if (!status.data.enabled)
      return (
        <StartSetup
          message={message}
          onRefusal={onRefusal}
          onStarted={(secret, url) => {
            setMessage(null);
            setStage({ name: 'setting up', secret, url });
          }}
        />
      );
    return (
      <SwitchedOn
        codesLeft={status.data.recovery_codes_left}
        message={message}
        onRenewed={showCodes}
        onSwitchedOff={showOff}
        onRefusal={onRefusal}
      />
    );
  }

  return (
    <SettingsLine
      heading="Two-factor sign-in"
      value={<LoadedValue query={status} text={statusText} />}
      line={line}
      // Neither a secret that is being set up nor codes that are shown once go away by chance.
      hasCancel={stage.name !== 'resting'}
      lead="Signing in requires a code from an authenticator app as well as your password, so a stolen password is not enough."
    >
      {content()}
    </SettingsLine>
  );
}

function statusText({ enabled, recovery_codes_left: left }: TwoFactorStatus): string {
  if (!enabled) return 'Off';
  if (left > FEW_CODES) return `On · ${left} recovery codes left`;
  return `On. ${codesLeftText(left)}`;
}

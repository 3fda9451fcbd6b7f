import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  prove,
  renewRecoveryCodes,
} from '@leadloom/shared/contract/account-settings';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { twoFaults } from '../../../testing/faults.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { findLine, openSection, serveAccount } from '../testing/account.fixture.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const URL_OF_SECRET = `otpauth://totp/Leadloom%3Aada%40example.com?secret=${SECRET}&issuer=Leadloom`;
const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const ON = { enabled: true, recovery_codes_left: 8 };

/** A server that wants one proof of the owner before anything sensitive. */
function serveProof() {
  const proof = {
    given: 0,
    demand: () => {
      if (proof.given === 0) throw refuse('AUTH.PROOF_NEEDED');
    },
  };
  apiServer.use(
    answer(prove, ({ body }) => {
      expect(body.password).toBe('loom-and-weft');
      proof.given += 1;
      return undefined;
    }),
  );
  return proof;
}

async function confirmPassword(person: UserEvent, password: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  await person.type(dialog.getByLabelText('Password'), `${password}{Enter}`);
}

const open = () => openSection('Two-factor sign-in');

async function begin() {
  serveAccount();
  apiServer.use(answer(beginTwoFactor, () => ({ secret: SECRET, otpauth_url: URL_OF_SECRET })));
  const app = await open();
  await app.person.click(await app.section.findByRole('button', { name: 'Set up' }));
  await app.section.findByLabelText('Code');
  return app;
}

describe('switching two-factor sign-in on', () => {
  it('two-factor setup needs a verified email and says so', async () => {
    serveAccount(undefined, { verified: false });
    const { section } = await open();
    expect(await section.findByText('Verify your email to set up two-factor sign-in.')).toBeVisible();
    expect(section.getByRole('button', { name: 'Resend verification email' })).toBeEnabled();
    expect(section.queryByRole('button', { name: 'Set up' })).not.toBeInTheDocument();
  });

  it('an unverified account can switch two-factor sign-in off', async () => {
    serveAccount(ON, { verified: false });
    const { section } = await open();
    expect(await section.findByText(/^Two-factor sign-in is on\./)).toBeVisible();
    expect(section.getByRole('button', { name: 'Switch off' })).toBeVisible();
  });

  it('two-factor setup shows the secret in three forms, accepts a code and shows the recovery codes once', async () => {
    const saved = catchSavedFiles();
    const { person, section } = await begin();
    expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(section.getByRole('link', { name: 'Open in an authenticator app on this device' })).toHaveAttribute(
      'href',
      URL_OF_SECRET,
    );
    expect(section.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(section.getByLabelText('Code')).toHaveFocus();
    const sent: unknown[] = [];
    apiServer.use(
      answer(enableTwoFactor, ({ body }) => {
        sent.push(body);
        return { recovery_codes: CODES };
      }),
    );
    await person.type(section.getByLabelText('Code'), '123456');
    await person.dblClick(section.getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(section.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus());
    expect(sent).toEqual([{ code: '123456' }]);
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await person.click(section.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith(CODES.join('\n'));
    await person.click(section.getByRole('button', { name: 'Download' }));
    expect(saved[0]?.name).toBe('leadloom_recovery_codes.txt');
    expect(await saved[0]?.content.text()).toContain(CODES.join('\n'));
    await person.click(section.getByRole('button', { name: 'I have saved them' }));
    expect(section.getByText('Two-factor sign-in is on. You have 2 recovery codes left.')).toBeVisible();
    expect(document.body.textContent).not.toContain(CODES[0]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  });

  it('the secret is copied without the spaces it is shown with', async () => {
    const { person, section } = await begin();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await person.click(section.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith(SECRET);
  });

  it('a setup address with another scheme gets no link and no QR code', async () => {
    serveAccount();
    apiServer.use(answer(beginTwoFactor, () => ({ secret: SECRET, otpauth_url: 'https://example.com/?secret=1' })));
    const { person, section } = await open();
    await person.click(await section.findByRole('button', { name: 'Set up' }));
    await section.findByLabelText('Code');
    expect(section.queryByRole('link')).toBeNull();
    expect(section.queryByRole('img')).toBeNull();
  });

  it('two-factor setup goes on after a proof of the owner, where the server wants one', async () => {
    serveAccount();
    const proof = serveProof();
    apiServer.use(
      answer(beginTwoFactor, () => {
        proof.demand();
        return { secret: SECRET, otpauth_url: URL_OF_SECRET };
      }),
    );
    const { person, section } = await open();
    await person.click(section.getByRole('button', { name: 'Set up' }));
    await confirmPassword(person, 'loom-and-weft');
    expect(await section.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  });

  it('one confirmation of the password serves for new recovery codes, and then for switching off', async () => {
    serveAccount(ON);
    const proof = serveProof();
    apiServer.use(
      answer(renewRecoveryCodes, ({ body }) => {
        proof.demand();
        expect(body).toEqual({});
        return { recovery_codes: CODES };
      }),
      answer(disableTwoFactor, ({ body }) => {
        proof.demand();
        expect(body).toEqual({});
        return { msg: 'It is off now.' };
      }),
    );
    const { person, section } = await open();
    await person.click(section.getByRole('button', { name: 'New recovery codes' }));
    await person.click(section.getByRole('button', { name: 'Create new recovery codes' }));
    await confirmPassword(person, 'loom-and-weft');
    await person.click(await section.findByRole('button', { name: 'I have saved them' }));
    await person.click(section.getByRole('button', { name: 'Change' }));
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    expect(await section.findByText('It is off now.')).toBeVisible();
    expect(proof.given).toBe(1);
  });

  it('a wrong setup code is reported and the setup stays open', async () => {
    const { person, section } = await begin();
    apiServer.use(
      answer(enableTwoFactor, () => {
        throw refuse('TWO_FACTOR.CODE_WRONG');
      }),
    );
    await person.type(section.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() =>
      expect(section.getByLabelText('Code')).toHaveAccessibleDescription('This code is incorrect or was already used.'),
    );
    expect(section.getByRole('img')).toBeVisible();
  });

  it.each(twoFaults(0))('a failed check of the code after $name is shown and can be retried', async ({ respond, text }) => {
    const { person, section } = await begin();
    apiServer.use(http.post('/api/v1/two-factor/enable', respond));
    await person.type(section.getByLabelText('Code'), '123456{Enter}');
    expect(await section.findByRole('alert')).toHaveTextContent(text);
    expect(section.getByRole('button', { name: 'Switch on' })).toBeEnabled();
  });

  it('two-factor setup can be cancelled', async () => {
    const { person, section } = await begin();
    await person.click(section.getByRole('button', { name: 'Cancel' }));
    expect(section.queryByText(/JBSW/)).toBeNull();
    expect(section.getByRole('button', { name: 'Change' })).toHaveFocus();
  });

  it('two-factor sign-in shows its state after a lost response', async () => {
    const { person, section } = await begin();
    apiServer.use(
      answer(enableTwoFactor, () => {
        throw refuse('TWO_FACTOR.ALREADY_ON');
      }),
      answer(getTwoFactor, () => ON),
    );
    await person.type(section.getByLabelText('Code'), '123456{Enter}');
    expect(await section.findByText('Two-factor sign-in is on. You have 8 recovery codes left.')).toBeVisible();
    expect(section.getByText(/If you did not see the recovery codes, create new ones/)).toBeVisible();
    expect(section.queryByText(/JBSW/)).toBeNull();
  });
});

describe('two-factor sign-in that is on', () => {
  async function openAction(button: string) {
    serveAccount(ON);
    const app = await open();
    await app.person.click(await app.section.findByRole('button', { name: button }));
    return app;
  }

  it('a small number of remaining recovery codes is said while the line is folded', async () => {
    serveAccount({ enabled: true, recovery_codes_left: 0 });
    const { section } = await findLine('Two-factor sign-in');
    expect(await section.findByText(/You have no recovery codes left\. Create new ones/)).toBeVisible();
  });

  it('new recovery codes are created with a second press', async () => {
    const { person, section } = await openAction('New recovery codes');
    apiServer.use(answer(renewRecoveryCodes, () => ({ recovery_codes: CODES })));
    await person.click(section.getByRole('button', { name: 'Create new recovery codes' }));
    expect(await section.findByText('EEEE-FFFF-GGGG-HHHH')).toBeVisible();
    await person.click(section.getByRole('button', { name: 'I have saved them' }));
    expect(section.getByText('Two-factor sign-in is on. You have 2 recovery codes left.')).toBeVisible();
  });

  it('two-factor sign-in is switched off with a second press', async () => {
    const { person, section } = await openAction('Switch off');
    apiServer.use(answer(disableTwoFactor, () => ({ msg: 'It is off now.' })));
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    expect(await section.findByText('It is off now.')).toBeVisible();
    await person.click(section.getByRole('button', { name: 'Change' }));
    expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
  });

  it.each(twoFaults(1))('a failure to switch it off after $name is shown and can be retried', async ({ respond, text }) => {
    const { person, section } = await openAction('Switch off');
    apiServer.use(http.post('/api/v1/two-factor/disable', respond));
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    expect(await section.findByRole('alert')).toHaveTextContent(text);
    expect(section.getByRole('button', { name: 'Switch off' })).toBeEnabled();
  });

  it('a proof that is refused changes nothing, and the button gets the focus back', async () => {
    const { person, section } = await openAction('Switch off');
    apiServer.use(
      answer(disableTwoFactor, () => {
        throw refuse('AUTH.PROOF_NEEDED');
      }),
    );
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(section.getByRole('button', { name: 'Switch off' })).toHaveFocus());
  });

  it('two-factor sign-in shows its state after another tab switched it off', async () => {
    const { person, section } = await openAction('New recovery codes');
    apiServer.use(
      answer(renewRecoveryCodes, () => {
        throw refuse('TWO_FACTOR.NOT_ON');
      }),
      answer(getTwoFactor, () => ({ enabled: false, recovery_codes_left: 0 })),
    );
    await person.click(section.getByRole('button', { name: 'Create new recovery codes' }));
    expect(await section.findByRole('button', { name: 'Set up' })).toBeVisible();
    expect(section.getByText('Two-factor sign-in is not on.')).toBeVisible();
  });
});

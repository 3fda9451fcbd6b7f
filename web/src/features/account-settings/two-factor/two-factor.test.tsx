import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from '@leadloom/shared/contract/account-settings';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { faults } from '../../../testing/faults.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { openSection, serveAccount } from '../testing/account.fixture.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const URL_OF_SECRET = `otpauth://totp/Leadloom%3Aada%40example.com?secret=${SECRET}&issuer=Leadloom`;
const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const ON = { enabled: true, recovery_codes_left: 8 };

const open = () => openSection('Two-factor sign-in');

async function begin() {
  serveAccount();
  apiServer.use(answer(beginTwoFactor, () => ({ secret: SECRET, otpauth_url: URL_OF_SECRET })));
  const app = await open();
  await app.person.type(await app.section.findByLabelText('Password'), 'loom-and-weft{Enter}');
  await app.section.findByLabelText('Code');
  return app;
}

describe('switching two-factor sign-in on', () => {
  it('two-factor setup needs a verified email and says so', async () => {
    serveAccount(undefined, { verified: false });
    const { section } = await open();
    expect(await section.findByText('Verify your email to set up two-factor sign-in.')).toBeVisible();
    expect(section.getByRole('button', { name: 'Resend verification email' })).toBeEnabled();
    expect(section.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  it('an unverified account can switch two-factor sign-in off', async () => {
    serveAccount(ON, { verified: false });
    const { section } = await open();
    expect(await section.findByText(/^Two-factor sign-in is on\./)).toBeVisible();
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
    await person.type(await section.findByLabelText('Password'), 'loom-and-weft{Enter}');
    await section.findByLabelText('Code');
    expect(section.queryByRole('link')).toBeNull();
    expect(section.queryByRole('img')).toBeNull();
  });

  it('two-factor setup reports a wrong password', async () => {
    serveAccount();
    apiServer.use(
      answer(beginTwoFactor, () => {
        throw refuse('AUTH.PASSWORD_WRONG');
      }),
    );
    const { person, section } = await open();
    await person.type(await section.findByLabelText('Password'), 'loom-and-weft{Enter}');
    await waitFor(() => expect(section.getByLabelText('Password')).toHaveAccessibleDescription('The password is incorrect.'));
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

  it.each(faults)('a failed check of the code after $name is shown and can be retried', async ({ respond, text }) => {
    const { person, section } = await begin();
    apiServer.use(http.post('/api/v1/two-factor/enable', respond));
    await person.type(section.getByLabelText('Code'), '123456{Enter}');
    expect(await section.findByRole('alert')).toHaveTextContent(text);
    expect(section.getByRole('button', { name: 'Switch on' })).toBeEnabled();
  });

  it('two-factor setup can be cancelled', async () => {
    const { person, section } = await begin();
    await person.click(section.getByRole('button', { name: 'Cancel' }));
    expect(section.getByLabelText('Password')).toHaveValue('');
    expect(section.queryByText(/JBSW/)).toBeNull();
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
  async function openProof(button: string) {
    serveAccount(ON);
    const app = await open();
    await app.person.click(await app.section.findByRole('button', { name: button }));
    await app.person.type(app.section.getByLabelText('Password'), 'loom-and-weft');
    await app.person.type(app.section.getByLabelText('Code'), '123456');
    return app;
  }

  it('a small number of remaining recovery codes causes a warning', async () => {
    serveAccount({ enabled: true, recovery_codes_left: 0 });
    const { section } = await open();
    expect(await section.findByText(/You have no recovery codes left\. Create new ones/)).toBeVisible();
  });

  it('creating new recovery codes needs password and code', async () => {
    const { person, section } = await openProof('New recovery codes');
    apiServer.use(
      answer(renewRecoveryCodes, ({ body }) => {
        expect(body).toEqual({ password: 'loom-and-weft', code: '123456' });
        return { recovery_codes: CODES };
      }),
    );
    await person.click(section.getByRole('button', { name: 'Create new recovery codes' }));
    expect(await section.findByText('EEEE-FFFF-GGGG-HHHH')).toBeVisible();
    await person.click(section.getByRole('button', { name: 'I have saved them' }));
    expect(section.getByText('Two-factor sign-in is on. You have 2 recovery codes left.')).toBeVisible();
  });

  it('disabling two-factor sign-in needs password and code', async () => {
    const { person, section } = await openProof('Switch off');
    apiServer.use(
      answer(disableTwoFactor, ({ body }) => {
        expect(body).toEqual({ password: 'loom-and-weft', code: '123456' });
        return { msg: 'It is off now.' };
      }),
    );
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    expect(await section.findByRole('button', { name: 'Set up' })).toBeVisible();
    expect(section.getByText('It is off now.')).toBeVisible();
  });

  it.each([
    ['AUTH.PASSWORD_WRONG', 'Password', 'The password is incorrect.'],
    ['TWO_FACTOR.CODE_WRONG', 'Code', 'This code is incorrect or was already used.'],
  ] as const)('%s is shown at its field', async (code, label, text) => {
    const { person, section } = await openProof('Switch off');
    apiServer.use(
      answer(disableTwoFactor, () => {
        throw refuse(code);
      }),
    );
    await person.click(section.getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(section.getByLabelText(label)).toHaveAccessibleDescription(text));
  });

  it('two-factor sign-in shows its state after another tab switched it off', async () => {
    const { person, section } = await openProof('New recovery codes');
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

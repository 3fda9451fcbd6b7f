import { getBilling } from '@leadloom/shared/contract/billing';
import { exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { createRowList } from '@leadloom/shared/contract/my-row-changes';
import { trackSubreddits } from '@leadloom/shared/contract/reddit';
import { createWebhook } from '@leadloom/shared/contract/webhooks';
import { workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import Button from '@mui/material/Button';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { changing, collecting, connecting, exporting, paying } from '../../lib/workspace/needs.ts';
import { signInForTest } from '../../testing/render-app.tsx';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { SubmitButton } from '../submit-button.tsx';
import { May } from './may.tsx';

describe('buttons that a role or a right may not allow', () => {
  it.each([
    ['changes', changing, createRowList],
    ['exports', exporting, exportProfiles],
    ['collecting', collecting, trackSubreddits],
    ['connections', connecting, createWebhook],
    ['billing', paying, getBilling],
  ])('what %s need is what the contract says', (_, needs, endpoint) => {
    expect(workspaceNeedOf(needs)).toEqual(workspaceNeedOf(endpoint));
  });

  function show(needs: typeof changing | typeof connecting) {
    const onPress = vi.fn();
    render(
      <MemoryRouter>
        <May needs={needs}>
          <Button onClick={onPress}>Do it</Button>
        </May>
      </MemoryRouter>,
    );
    return { onPress, button: screen.getByRole('button', { name: 'Do it' }) };
  }

  it('somebody alone presses everything', async () => {
    signInForTest('998');
    const { onPress, button } = show(connecting);
    await userEvent.click(button);
    expect(onPress).toHaveBeenCalledOnce();
    expect(button).not.toHaveAttribute('aria-disabled');
  });

  it('a viewer learns why a button does nothing, by mouse and by keyboard', async () => {
    signInToWorkspace({ role: 'viewer' });
    const { onPress, button } = show(changing);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/role/i);
    await userEvent.tab();
    expect(button).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/role/i);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect(onPress).not.toHaveBeenCalled();
  });

  it('a member without the right to connect is told of the right', () => {
    signInToWorkspace({ rights: ['export'] });
    expect(show(connecting).button).toHaveAccessibleDescription(/right/i);
  });

  it('Enter in a field sends no form whose button is refused, and leads to the reason', async () => {
    signInToWorkspace({ role: 'viewer' });
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    render(
      <MemoryRouter>
        <form onSubmit={onSubmit}>
          <input aria-label="Name" />
          <May needs={collecting}>
            <SubmitButton label="Track" isDisabled />
          </May>
        </form>
      </MemoryRouter>,
    );
    const button = await screen.findByRole('button', { name: 'Track', description: /right/ });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'weaving{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(button).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/right/);
  });

  it('a link that is refused leads nowhere', () => {
    signInToWorkspace({ role: 'viewer' });
    render(
      <MemoryRouter>
        <May needs={changing}>
          <Button component={Link} to="/alerts">
            Alert me
          </Button>
        </May>
      </MemoryRouter>,
    );
    expect(screen.getByRole('button', { name: 'Alert me' })).not.toHaveAttribute('href');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

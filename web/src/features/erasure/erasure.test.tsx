import { confirmErasure, requestErasure } from '@leadloom/shared/contract/erasures';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { describeMailedCode } from '../../testing/mailed-code.fixture.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

describe('asking to be removed', () => {
  it('a request is sent without a session, and says where the link went', async () => {
    const sent: unknown[] = [];
    apiServer.use(
      answer(requestErasure, ({ body }) => {
        sent.push(body);
        return { msg: 'ok' };
      }),
    );
    const { person } = renderApp('/erasure');
    await person.type(await screen.findByLabelText('Email'), ' maren@nordlys.example ');
    await person.type(screen.getByLabelText('Profile address (optional)'), 'https://www.linkedin.com/in/maren');
    await person.click(screen.getByRole('button', { name: 'Ask to be removed' }));
    expect(await screen.findByText(/We sent a link to maren@nordlys.example/)).toBeVisible();
    expect(sent).toEqual([{ email: 'maren@nordlys.example', profile_url: 'https://www.linkedin.com/in/maren' }]);
  });

  it('an email without a domain is marked and not sent', async () => {
    const { person } = renderApp('/erasure');
    await person.type(await screen.findByLabelText('Email'), 'maren');
    await person.click(screen.getByRole('button', { name: 'Ask to be removed' }));
    expect(await screen.findByText('Not a valid email')).toBeVisible();
  });

  it('a refused request keeps what was typed and says why', async () => {
    apiServer.use(
      answer(requestErasure, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    const { person } = renderApp('/erasure');
    await person.type(await screen.findByLabelText('Email'), 'maren@nordlys.example');
    await person.type(screen.getByLabelText('Message (optional)'), 'Please');
    await person.click(screen.getByRole('button', { name: 'Ask to be removed' }));
    expect(await screen.findByText('Too many requests. Please wait a moment and try again.')).toBeVisible();
    expect(screen.getByLabelText('Message (optional)')).toHaveValue('Please');
  });
});

describe('confirming the request', () => {
  describeMailedCode({
    path: '/erasure/confirm/code-1',
    title: 'Be removed',
    acceptedText: 'Your request is confirmed. You will get an answer by email within 30 days.',
    remedy: /To get a new link/,
    apiPath: '/erasure-requests/confirm',
    answerCode: (judge) =>
      answer(confirmErasure, async ({ body }) => {
        await judge(body.code);
        return { msg: 'ok', due_at: '2098-01-10T12:00:00.000Z' };
      }),
  });
});

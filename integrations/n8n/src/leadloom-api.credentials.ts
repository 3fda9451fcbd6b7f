import { getUsage } from '@leadloom/shared/contract/usage';
import type { ICredentialType } from 'n8n-workflow';
import { API_BASE, CREDENTIALS } from './connect.ts';

/** The server and a key of it. n8n tests both by reading the usage of the key, which is free. */
export class LeadloomApi implements ICredentialType {
  name = CREDENTIALS;
  displayName = 'Leadloom API';
  icon = 'file:leadloom.svg' as const;
  properties: ICredentialType['properties'] = [
    {
      displayName: 'Server Address',
      name: 'serverUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://leads.example.com',
      description: 'Where you open Leadloom',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'From API Keys in Leadloom. The trigger, and whatever changes something, needs a key that may read and write.',
    },
  ];
  authenticate: NonNullable<ICredentialType['authenticate']> = {
    type: 'generic',
    properties: { headers: { authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test: NonNullable<ICredentialType['test']> = {
    request: { baseURL: '={{$credentials.serverUrl}}', url: `${API_BASE}${getUsage.path}` },
  };
}

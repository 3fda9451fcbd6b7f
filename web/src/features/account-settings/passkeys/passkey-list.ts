import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { listPasskeys } from '@leadloom/shared/contract/passkeys';

export type PasskeyList = EndpointResult<typeof listPasskeys>;
export type Passkey = PasskeyList['data'][number];

/** Types that must hold; the compiler runs these. */
import type { MessageName, MessageRequest } from '@leadloom/shared/messages/protocol';
import { expectTypeOf } from 'vitest';
import { checkCookies } from './background/check-cookies.ts';
import type { createCheckExtension } from './background/check-extension.ts';
import type { Handler, Handlers } from './background/handler.ts';

declare const handlers: Handlers;
declare const checkExtension: ReturnType<typeof createCheckExtension>;
const { fetchData: _, ...withoutFetchData } = handlers;

// @ts-expect-error a missing handler does not compile
const _missing: Handlers = withoutFetchData;

// @ts-expect-error a handler of another message does not fit
const _swapped: Handlers = { ...handlers, checkCookies: checkExtension };

// @ts-expect-error an answer of another shape does not fit: presence is a boolean, never a value
const _leaking: Handler<'checkCookies'> = async () => ({ ok: true, data: { available: 'AQED' } });

// @ts-expect-error a failure is one of the fixed codes
const _wordy: Handler<'checkCookies'> = async () => ({ ok: false, error: { code: 'it broke' } });

expectTypeOf(checkCookies).toEqualTypeOf<Handler<'checkCookies'>>();
expectTypeOf<keyof Handlers>().toEqualTypeOf<MessageName>();
expectTypeOf<MessageRequest<'fetchData'>>().toEqualTypeOf<{ url: string; json: boolean; requestId: string }>();
